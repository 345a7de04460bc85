// Fields on planes: movies in the time domain, phasors in the frequency domain.

const SWEEP = 48; // frames per period

class FieldMap {
  constructor(map) {
    this.map = map;
    this.u = floats(map.u.values);
    this.v = floats(map.v.values);
    this.over = floats(map.over.values);
    this.real = frames(map.frames);
    this.imag = map.imag ? frames(map.imag) : null;
    this.outlines = floats(map.outlines);
    this.frame = 0;
    this.phase = 0;
    this.mode = "value";
    if (!this.imag) this.frame = this.strongest();
    this.canvas = el("canvas", { class: "map" });
    this.tip = el("div", { class: "tip", hidden: true });
    this.box = el("div", { class: "plotbox mapbox" }, this.canvas, this.tip);
    this.bar = el("div", { class: "bar" });
    this.node = el("div", {}, this.box, this.bar, this.controls());
    this.canvas.addEventListener("pointermove", e => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    whenSized(this.box, () => this.layOut());
  }

  /** The frame with the largest values. */
  strongest() {
    let best = 0;
    for (let n = 0; n < this.real.count; n += 1) if (this.real.scale(n) > this.real.scale(best)) best = n;
    return best;
  }

  controls() {
    const inFrequency = this.imag !== null;
    this.said = el("output", {});
    this.slider = el("input", {
      type: "range", min: 0, max: inFrequency ? SWEEP : Math.max(0, this.real.count - 1), value: inFrequency ? 0 : this.frame,
      "aria-label": inFrequency ? "phase" : "time",
      oninput: () => { this.move(Number(this.slider.value)); },
    });
    this.playButton = el("button", { type: "button", class: "play", onclick: () => this.play() }, "▶ play");
    const modes = inFrequency
      ? [["value", "instantaneous"], ["size", "magnitude"], ["level", "dB"]]
      : [["value", "linear"], ["level", "dB"]];
    const frequencies = inFrequency
      ? select("frequency ", Array.from(this.over, (f, n) => [n, quantity(f, "Hz")]), 0, n => { this.frame = n; this.draw(); }) : null;
    return el("div", { class: "controls" }, this.playButton, this.slider, this.said,
      choice(modes, "value", mode => { this.mode = mode; this.draw(); }), frequencies);
  }

  move(n) {
    if (this.imag) this.phase = n / SWEEP * 2 * Math.PI; else this.frame = n;
    this.slider.value = n;
    this.draw();
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
      this.playButton.textContent = "▶ play";
      return;
    }
    this.playButton.textContent = "❚❚ pause";
    const last = Number(this.slider.max) + (this.imag ? 0 : 1);
    this.timer = setInterval(() => this.move((Number(this.slider.value) + 1) % Math.max(1, last)), 50);
  }

  /** Which samples each pixel lies between; their distances may differ. */
  layOut() {
    const [u0, u1] = [this.u[0], this.u.at(-1)], [v0, v1] = [this.v[0], this.v.at(-1)];
    const aspect = (v1 - v0) / (u1 - u0);
    let width = this.box.clientWidth, height = width * aspect;
    const most = 460;
    if (height > most) { width *= most / height; height = most; }
    this.canvas.width = Math.max(2, Math.round(width));
    this.canvas.height = Math.max(2, Math.round(height));
    this.columns = between(this.u, this.canvas.width, u0, u1);
    this.rows = between(this.v, this.canvas.height, v1, v0);
    this.draw();
  }

  /** The value that a sample shows, and the largest of the picture. */
  reader() {
    const re = this.real.values(this.frame), rs = this.real.scale(this.frame);
    if (!this.imag) return [n => re[n] * rs, this.real.largest];
    const im = this.imag.values(this.frame), is = this.imag.scale(this.frame);
    const size = n => Math.hypot(re[n] * rs, im[n] * is);
    let largest = 0;
    for (let n = 0; n < re.length; n += 1) largest = Math.max(largest, size(n));
    const [c, s] = [Math.cos(this.phase), Math.sin(this.phase)];
    return [this.mode === "value" ? n => re[n] * rs * c - im[n] * is * s : size, largest];
  }

  draw() {
    if (!this.columns) return;
    const [value, largest] = this.reader();
    const { width, height } = this.canvas;
    const table = this.mode === "value" ? BOTH_WAYS : UPWARDS;
    const colour = v => {
      const part = largest > 0 ? v / largest : 0;
      if (this.mode === "value") return 127.5 * (1 + part);
      if (this.mode === "size") return 255 * part;
      return 255 * (1 + 20 * Math.log10(Math.abs(part) + 1e-12) / 60);
    };
    const context = this.canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const rows = this.v.length, { columns: u, rows: v } = this;
    for (let y = 0, p = 0; y < height; y += 1) {
      const j = v.below[y], b = v.part[y];
      for (let x = 0; x < width; x += 1, p += 4) {
        const i = u.below[x] * rows + j, a = u.part[x];
        const low = value(i) * (1 - b) + value(i + 1) * b, high = value(i + rows) * (1 - b) + value(i + rows + 1) * b;
        const n = Math.max(0, Math.min(255, Math.round(colour(low * (1 - a) + high * a))));
        image.data[p] = table[3 * n];
        image.data[p + 1] = table[3 * n + 1];
        image.data[p + 2] = table[3 * n + 2];
        image.data[p + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
    this.drawOutlines(context);
    this.said.textContent = this.imag ? `phase ${Math.round(this.phase * 180 / Math.PI)}°` : quantity(this.over[this.frame], "s");
    this.drawBar(largest);
  }

  /** The bodies: ink on a halo, which is visible on every colour. */
  drawOutlines(context) {
    const { width, height } = this.canvas;
    const [u0, u1] = [this.u[0], this.u.at(-1)], [v0, v1] = [this.v[0], this.v.at(-1)];
    const x = u => (u - u0) / (u1 - u0) * width, y = v => (v1 - v) / (v1 - v0) * height;
    const path = new Path2D();
    for (let n = 0; n < this.outlines.length; n += 4) {
      const [a, b, c, d] = this.outlines.subarray(n, n + 4);
      path.moveTo(x(a), y(b));
      path.lineTo(x(c), y(d));
    }
    for (const [style, wide] of [["rgba(255, 255, 255, 0.6)", 3], ["#1a1a1a", 1]]) {
      context.strokeStyle = style;
      context.lineWidth = wide;
      context.stroke(path);
    }
  }

  drawBar(largest) {
    const { unit } = this.map;
    const ends = this.mode === "value" ? [quantity(-largest, unit, 3), "0", quantity(largest, unit, 3)]
      : this.mode === "size" ? ["0", quantity(largest / 2, unit, 3), quantity(largest, unit, 3)]
      : ["−60 dB", "−30 dB", `0 dB = ${quantity(largest, unit, 3)}`];
    const stops = this.mode === "value" ? DIVERGING : RISING;
    this.bar.replaceChildren(el("div", { style: `background:${gradient(stops)}` }),
      el("div", { class: "ends" }, ends.map(t => el("span", {}, t))));
  }

  hover(event) {
    const rect = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - rect.left) / rect.width * this.canvas.width);
    const y = Math.floor((event.clientY - rect.top) / rect.height * this.canvas.height);
    if (!(x in this.columns.below) || !(y in this.rows.below)) return;
    const [i, j] = [[this.columns, x], [this.rows, y]].map(([all, n]) => all.below[n] + Math.round(all.part[n]));
    const [value] = this.reader();
    this.tip.replaceChildren(
      el("div", { class: "at" }, `${this.map.u.name} ${quantity(this.u[i], "m")}, ${this.map.v.name} ${quantity(this.v[j], "m")}`),
      el("b", {}, quantity(value(i * this.v.length + j), this.map.unit)));
    showTip(this.tip, this.box, event);
  }
}

/** For each of so many pixels from one end to the other, the sample below it and how far on it is to the next. */
function between(values, count, from, to) {
  const below = new Int32Array(count), part = new Float32Array(count);
  for (let n = 0; n < count; n += 1) {
    const at = from + (n + 0.5) / count * (to - from);
    let low = Math.min(nearest(values, at), values.length - 2);
    if (low > 0 && values[low] > at) low -= 1;
    below[n] = low;
    part[n] = Math.max(0, Math.min(1, (at - values[low]) / (values[low + 1] - values[low])));
  }
  return { below, part };
}
