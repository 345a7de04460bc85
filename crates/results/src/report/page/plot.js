// Curves over one coordinate: hover for values, drag to zoom, double-click to reset.

const MARGIN = { left: 66, right: 16, top: 12, bottom: 46 };

class LinePlot {
  /**
   * `spec.x`: name, unit, values; `spec.curves`: name, unit, values, colour, dash; `spec.y`: label and unit;
   * `spec.mode`: linear, log or db; `spec.power`: whether dB are those of powers; `spec.height` in pixels.
   */
  constructor(spec) {
    this.spec = spec;
    this.hidden = new Set();
    this.clip = fresh("plot");
    this.range = null;
    this.box = { ...MARGIN, width: 760, height: spec.height || 320 };
    this.svg = svg("svg", { class: "plot", role: "img" });
    this.tip = el("div", { class: "tip", hidden: true });
    this.legend = el("div", { class: "legend" });
    this.node = el("div", { class: "plotbox" }, this.svg, this.tip, this.legend);
    this.listen();
    this.draw();
    whenSized(this.node, () => { this.box.width = this.node.clientWidth; this.draw(); });
  }

  /** Shows other curves, or the same ones on another scale. */
  update(changes) {
    Object.assign(this.spec, changes);
    this.draw();
  }

  shownCurves() {
    return this.spec.curves.filter(c => !this.hidden.has(c.name));
  }

  /** What is drawn for a value. */
  level(value) {
    const { mode, power } = this.spec;
    if (mode === "log") return Math.log10(Math.abs(value));
    if (mode === "db") return (power ? 10 : 20) * Math.log10(Math.abs(value) / this.peak);
    return value;
  }

  limits() {
    const { x, mode } = this.spec;
    const [x0, x1] = this.range || extent(x.values);
    this.peak = Math.max(1e-300, ...this.spec.curves.map(c => Math.max(...extent(c.values).map(Math.abs))));
    let low = Infinity, high = -Infinity;
    for (const curve of this.shownCurves()) {
      curve.values.forEach((v, i) => {
        const at = x.values[i];
        if (at < x0 || at > x1) return;
        const y = this.level(v);
        if (!isFinite(y)) return;
        low = Math.min(low, y);
        high = Math.max(high, y);
      });
    }
    if (!(low <= high)) [low, high] = [0, 1];
    if (mode === "db") low = Math.max(low, high - 80);
    if (mode === "log") low = Math.max(low, high - 24);
    const room = Math.max(0.06 * (high - low), 1e-6 * Math.max(Math.abs(high), Math.abs(low)), 1e-30);
    return { x0, x1: x1 > x0 ? x1 : x0 + 1, y0: low - room, y1: high + room };
  }

  draw() {
    const l = this.limits();
    const { width, height, left, right, top, bottom } = this.box;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const px = v => left + (v - l.x0) / (l.x1 - l.x0) * (width - left - right);
    const py = v => height - bottom - (v - l.y0) / (l.y1 - l.y0) * (height - top - bottom);
    this.px = px;
    this.limitsNow = l;
    const clip = this.clip;
    this.svg.replaceChildren(
      svg("clipPath", { id: clip }, svg("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom })),
      ...this.axes(l, px, py),
      svg("g", { "clip-path": `url(#${clip})` }, ...this.shownCurves().map(c => this.path(c, px, py)),
        ...(this.spec.marks || []).map(m => this.mark(m, px, py))),
      this.cursor = svg("g", { class: "cursor" }),
    );
    this.drawLegend();
  }

  axes(l, px, py) {
    const { width, height, left, right, top, bottom } = this.box;
    const { x, y, mode } = this.spec;
    this.xScale = scaleFor(x.unit, Math.max(Math.abs(l.x0), Math.abs(l.x1)));
    const plain = mode === "linear" || !mode;
    this.yScale = plain ? scaleFor(y.unit, Math.max(Math.abs(l.y0), Math.abs(l.y1))) : { factor: 1, unit: "dB" };
    const parts = [];
    const fx = this.xScale.factor, fy = this.yScale.factor;
    for (const t of ticks(l.x0 * fx, l.x1 * fx, width / 75)) {
      const at = px(t / fx);
      parts.push(svg("line", { class: "grid", x1: at, x2: at, y1: top, y2: height - bottom }),
        svg("text", { class: "tick", x: at, y: height - bottom + 17, "text-anchor": "middle" }, number(t, 6)));
    }
    for (const t of ticks(l.y0 * fy, l.y1 * fy, height / 52)) {
      const at = py(t / fy);
      const label = mode === "log" ? (Number.isInteger(t) ? "1e" + number(t) : "") : number(t, 6);
      parts.push(svg("line", { class: "grid", x1: left, x2: width - right, y1: at, y2: at }),
        svg("text", { class: "tick", x: left - 7, y: at + 4, "text-anchor": "end" }, label));
    }
    const named = (name, unit) => capitalised(name) + (unit ? ` (${unit})` : "");
    const unit = mode === "db" ? "dB re maximum" : mode === "log" ? unitText(y.unit) : this.yScale.unit;
    parts.push(
      svg("text", { class: "label", x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, named(words(x.name), this.xScale.unit)),
      svg("text", { class: "label", transform: `translate(15 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, named(y.label, unit)),
      svg("rect", { class: "frame", x: left, y: top, width: width - left - right, height: height - top - bottom }));
    return parts;
  }

  /** A path through all values; where a pixel has many, through its first, smallest, largest and last as they come. */
  path(curve, px, py) {
    const { x } = this.spec;
    const l = this.limitsNow;
    let text = "", pen = "M", column = null, bucket = [];
    const put = (at, y) => { text += `${pen}${at.toFixed(1)} ${y.toFixed(1)}`; pen = "L"; };
    const flush = () => {
      if (bucket.length <= 4) bucket.forEach(p => put(...p));
      else {
        const ys = bucket.map(p => p[1]);
        const kept = new Set([0, ys.indexOf(Math.min(...ys)), ys.indexOf(Math.max(...ys)), ys.length - 1]);
        bucket.filter((_, n) => kept.has(n)).forEach(p => put(...p));
      }
      bucket = [];
    };
    const beyond = (l.x1 - l.x0) * 0.05;
    for (let i = 0; i < x.values.length; i += 1) {
      const at = x.values[i];
      if (at < l.x0 - beyond || at > l.x1 + beyond) continue;
      let y = this.level(curve.values[i]);
      if (y === -Infinity) y = l.y0 - (l.y1 - l.y0);
      if (!isFinite(y)) { flush(); pen = "M"; continue; }
      const point = [px(at), py(y)];
      if (Math.floor(point[0]) !== column) { flush(); column = Math.floor(point[0]); }
      bucket.push(point);
    }
    flush();
    return svg("path", { d: text || "M0 0", class: "curve", stroke: curve.colour, "stroke-dasharray": curve.dash || null });
  }

  mark({ x, y, label }, px, py) {
    const [at, up] = [px(x), py(this.level(y))];
    const left = at + 7 * label.length > this.box.width - this.box.right;
    return svg("g", { class: "mark" }, svg("circle", { cx: at, cy: up, r: 4 }),
      svg("text", { x: at + (left ? -8 : 8), y: up + 4, "text-anchor": left ? "end" : "start" }, label));
  }

  drawLegend() {
    const { curves } = this.spec;
    if (curves.length < 2) { this.legend.replaceChildren(); return; }
    this.legend.replaceChildren(...curves.map(c => el("button", {
      type: "button", class: this.hidden.has(c.name) ? "off" : "", title: c.about || "",
      onclick: () => { if (!this.hidden.delete(c.name)) this.hidden.add(c.name); this.draw(); },
    }, el("i", { style: `background:${c.colour}` }), words(c.name))));
  }

  /** The coordinate below the pointer. */
  under(event) {
    const rect = this.svg.getBoundingClientRect();
    const { width, left, right } = this.box;
    const at = (event.clientX - rect.left) / rect.width * width;
    const l = this.limitsNow;
    const x = l.x0 + (at - left) / (width - left - right) * (l.x1 - l.x0);
    return Math.min(l.x1, Math.max(l.x0, x));
  }

  listen() {
    let start = null;
    this.svg.addEventListener("pointerdown", e => { start = this.under(e); this.svg.setPointerCapture(e.pointerId); });
    this.svg.addEventListener("pointermove", e => this.hover(e, start));
    this.svg.addEventListener("pointerleave", () => { this.tip.hidden = true; this.cursor.replaceChildren(); });
    this.svg.addEventListener("pointerup", e => {
      const end = this.under(e);
      const l = this.limitsNow;
      if (start !== null && Math.abs(end - start) > 0.01 * (l.x1 - l.x0)) {
        this.range = [Math.min(start, end), Math.max(start, end)];
        this.draw();
      }
      start = null;
    });
    this.svg.addEventListener("dblclick", () => { this.range = null; this.draw(); });
  }

  hover(event, start) {
    const { x, mode } = this.spec;
    const at = this.under(event);
    const n = nearest(x.values, at);
    const line = this.px(x.values[n]);
    const { top, bottom, height } = this.box;
    const marks = [svg("line", { x1: line, x2: line, y1: top, y2: height - bottom })];
    if (start !== null) {
      const [a, b] = [this.px(start), this.px(at)].sort((p, q) => p - q);
      marks.push(svg("rect", { x: a, width: b - a, y: top, height: height - top - bottom }));
    }
    this.cursor.replaceChildren(...marks);
    const rows = this.shownCurves().map(c => {
      const value = quantity(c.values[n], c.unit);
      const level = mode === "db" ? ` (${number(this.level(c.values[n]), 3)} dB)` : "";
      return el("div", {}, el("i", { style: `background:${c.colour}` }), words(c.name) + " ", el("b", {}, value + level));
    });
    this.tip.replaceChildren(el("div", { class: "at" }, quantity(x.values[n], x.unit, 6)), ...rows);
    showTip(this.tip, this.node, event);
  }
}

/** Puts a box with values beside the pointer. */
function showTip(tip, around, event) {
  const rect = around.getBoundingClientRect();
  const x = event.clientX - rect.left, y = event.clientY - rect.top;
  tip.hidden = false;
  const left = x > rect.width * 0.6 ? x - tip.offsetWidth - 14 : x + 14;
  tip.style.left = `${left}px`;
  tip.style.top = `${Math.max(0, y - tip.offsetHeight - 8)}px`;
}

/** The index of the value nearest to another, in rising values. */
function nearest(values, at) {
  let low = 0, high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= at) low = middle; else high = middle;
  }
  return Math.abs(values[high] - at) < Math.abs(values[low] - at) ? high : low;
}
