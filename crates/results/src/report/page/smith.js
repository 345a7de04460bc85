// Reflections in the Smith chart.

/** Curves of `{name, colour, re, im}`; `frequencies` in hertz and the reference of each curve in ohms, by frequency, for what hovering tells. */
function smithChart(curves, frequencies) {
  const size = 420, radius = 185, middle = size / 2;
  const place = (re, im) => [middle + radius * re, middle - radius * im];
  const picture = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "plot polar", role: "img" });
  const clip = fresh("smith");
  picture.append(svg("clipPath", { id: clip }, svg("circle", { cx: middle, cy: middle, r: radius })));
  const rings = svg("g", { "clip-path": `url(#${clip})` });
  for (const r of [0, 0.2, 0.5, 1, 2, 5]) {
    const [x, y] = place(r / (1 + r), 0);
    rings.append(svg("circle", { class: "grid", cx: x, cy: y, r: radius / (1 + r) }));
    const [tx, ty] = place((r - 1) / (r + 1), 0);
    if (r > 0) picture.append(svg("text", { class: "tick", x: tx + 2, y: ty - 3 }, number(r)));
  }
  for (const x of [0.2, 0.5, 1, 2, 5]) {
    for (const sign of [1, -1]) {
      const [cx, cy] = place(1, sign / x);
      rings.append(svg("circle", { class: "grid", cx, cy, r: radius / x }));
    }
  }
  rings.append(svg("line", { class: "grid", x1: middle - radius, x2: middle + radius, y1: middle, y2: middle }));
  picture.append(rings);
  for (const c of curves) {
    const points = Array.from(c.re, (re, i) => place(re, c.im[i]).map(v => v.toFixed(1)).join(" "));
    picture.append(svg("path", { class: "curve", stroke: c.colour, d: "M" + points.join("L") }));
  }
  const dot = svg("circle", { class: "dot", r: 4, visibility: "hidden" });
  picture.append(dot);
  const tip = el("div", { class: "tip", hidden: true });
  const box = el("div", { class: "plotbox disc" }, picture, tip);
  picture.addEventListener("pointerleave", () => { tip.hidden = true; dot.setAttribute("visibility", "hidden"); });
  picture.addEventListener("pointermove", event => {
    const rect = picture.getBoundingClientRect();
    const re = ((event.clientX - rect.left) / rect.width * size - middle) / radius;
    const im = -((event.clientY - rect.top) / rect.height * size - middle) / radius;
    let best = null;
    for (const c of curves) c.re.forEach((x, n) => {
      const off = Math.hypot(x - re, c.im[n] - im);
      if (!best || off < best.off) best = { c, n, off };
    });
    if (!best) return;
    const [x, y] = place(best.c.re[best.n], best.c.im[best.n]);
    for (const [key, value] of [["cx", x], ["cy", y], ["visibility", "visible"], ["fill", best.c.colour]]) dot.setAttribute(key, value);
    const [zr, zi] = impedance(best.c.re[best.n], best.c.im[best.n], best.c.reference[best.n]);
    tip.replaceChildren(el("div", { class: "at" }, quantity(frequencies[best.n], "Hz", 6)),
      el("div", {}, best.c.name + " ", el("b", {}, `${number(zr)} ${zi < 0 ? "−" : "+"} j ${number(Math.abs(zi))} Ω`)));
    showTip(tip, box, event);
  });
  return box;
}

/** (1 + s)/(1 - s) times the reference. */
function impedance(re, im, reference) {
  const size = (1 - re) ** 2 + im ** 2;
  return [reference * (1 - re * re - im * im) / size, reference * 2 * im / size];
}
