//! A horizontal band of a bitmap.
//!
//! A figure is drawn once per band, so that the bitmap takes little memory however large the figure is. What lies in other bands is passed over early.

use plotters::backend::BitMapBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    rasterizer,
};
use std::ops::Range;

type Drawn<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Text does not reach further than this from its anchor, in pixels.
const TEXT: i32 = 2000;

/// Some rows of a bitmap, which takes the place of the whole.
pub(super) struct Band<'a> {
    rows: BitMapBackend<'a>,
    /// Of the whole bitmap.
    size: (u32, u32),
    /// Which rows these are.
    range: Range<i32>,
}

impl<'a> Band<'a> {
    /// The rows from `top` on of a bitmap of this size, as many as the buffer has; three bytes per pixel.
    pub fn new(buffer: &'a mut [u8], size: (u32, u32), top: u32) -> Self {
        let rows = buffer.len() as u32 / (3 * size.0);
        Self {
            rows: BitMapBackend::with_buffer(buffer, (size.0, rows)),
            size,
            range: top.cast_signed()..(top + rows).cast_signed(),
        }
    }

    /// Whether something between these rows may be seen, with a margin.
    fn sees(&self, mut rows: impl Iterator<Item = i32>, margin: i32) -> bool {
        let Some(first) = rows.next() else {
            return false;
        };
        let (low, high) = rows.fold((first, first), |(a, b), y| (a.min(y), b.max(y)));
        low - margin < self.range.end && high + margin >= self.range.start
    }
}

impl DrawingBackend for Band<'_> {
    type ErrorType = <BitMapBackend<'static> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn<Self> {
        Ok(())
    }

    fn present(&mut self) -> Drawn<Self> {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn<Self> {
        if self.range.contains(&y) {
            self.rows.draw_pixel((x, y - self.range.start), color)
        } else {
            Ok(())
        }
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn<Self> {
        let margin = style.stroke_width().cast_signed() + 1;
        if self.sees([from.1, to.1].into_iter(), margin) {
            rasterizer::draw_line(self, from, to, style)
        } else {
            Ok(())
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<Self> {
        let margin = style.stroke_width().cast_signed() + 1;
        if !self.sees([top, bottom].into_iter(), margin) {
            return Ok(());
        }
        let Range { start, end } = self.range;
        if fill {
            let inside = |y: i32| y.clamp(start, end - 1) - start;
            let corners = [(left, inside(top)), (right, inside(bottom))];
            return self.rows.draw_rect(corners[0], corners[1], style, true);
        }
        rasterizer::draw_rect(self, (left, top), (right, bottom), style, false)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn<Self> {
        let corners: Vec<BackendCoord> = corners.into_iter().collect();
        if self.sees(corners.iter().map(|corner| corner.1), 1) {
            rasterizer::fill_polygon(self, &corners, style)
        } else {
            Ok(())
        }
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        at: BackendCoord,
    ) -> Drawn<Self> {
        if !self.sees(std::iter::once(at.1), TEXT) {
            return Ok(());
        }
        let top = self.range.start;
        self.rows.draw_text(text, style, (at.0, at.1 - top))
    }

    fn blit_bitmap(
        &mut self,
        (x, y): BackendCoord,
        (width, height): (u32, u32),
        pixels: &[u8],
    ) -> Drawn<Self> {
        let Range { start, end } = self.range;
        let first = (start - y).clamp(0, height.cast_signed());
        let last = (end - y).clamp(first, height.cast_signed());
        if first == last {
            return Ok(());
        }
        let row = 3 * width as usize;
        let seen = &pixels[first as usize * row..last as usize * row];
        let size = (width, (last - first).cast_unsigned());
        self.rows.blit_bitmap((x, y + first - start), size, seen)
    }
}
