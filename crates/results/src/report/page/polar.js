// Levels around a circle.

const DISC = { size: 420, radius: 165, depth: 40 };

/** Curves of `{name, colour, angles, values}` in degrees and dB; `zenith` puts 0° at the top and turns clockwise. */
function polarPlot(curves, unit, zenith) {
  const middle = DISC.size / 2;
  const top = Math.max(...curves.map(c => extent(c.values)[1]));
  const outer = Math.ceil(top / 5) * 5;
  const inner = outer - DISC.depth;
  const place = (angle, level) => {
    const r = Math.max(0, (level - inner) / DISC.depth) * DISC.radius;
    const a = (zenith ? angle - 90 : -angle) * Math.PI / 180;
    return [middle + r * Math.cos(a), middle + r * Math.sin(a)];
  };
  const picture = svg("svg", { viewBox: `0 0 ${DISC.size} ${DISC.size}`, class: "plot polar", role: "img" });
  for (let level = inner; level <= outer; level += 10) {
    const r = (level - inner) / DISC.depth * DISC.radius;
    picture.append(svg("circle", { class: "grid", cx: middle, cy: middle, r }),
      svg("text", { class: "tick", x: middle + 3, y: middle - r - 3 }, number(level)));
  }
  for (let angle = 0; angle < 360; angle += 30) {
    const [x, y] = place(angle, outer), [tx, ty] = place(angle, outer + 4.5);
    const label = zenith && angle > 180 ? 360 - angle : angle;
    picture.append(svg("line", { class: "grid", x1: middle, y1: middle, x2: x, y2: y }),
      svg("text", { class: "tick", x: tx, y: ty + 4, "text-anchor": "middle" }, label + "°"));
  }
  for (const curve of curves) {
    const points = curve.angles.map((a, i) => place(a, curve.values[i]).map(v => v.toFixed(1)).join(" "));
    picture.append(svg("path", { class: "curve", stroke: curve.colour, d: "M" + points.join("L") }));
  }
  picture.append(svg("text", { class: "label", x: DISC.size - 8, y: DISC.size - 8, "text-anchor": "end" }, unit));
  return hovering(picture, curves, zenith);
}

/** Tells the levels in the direction of the pointer. */
function hovering(picture, curves, zenith) {
  const tip = el("div", { class: "tip", hidden: true });
  const box = el("div", { class: "plotbox disc" }, picture, tip);
  picture.addEventListener("pointerleave", () => { tip.hidden = true; });
  picture.addEventListener("pointermove", event => {
    const rect = picture.getBoundingClientRect();
    const x = event.clientX - rect.left - rect.width / 2, y = event.clientY - rect.top - rect.height / 2;
    let angle = Math.atan2(y, x) * 180 / Math.PI;
    angle = ((zenith ? angle + 90 : -angle) + 360) % 360;
    const rows = curves.map(c => {
      const n = c.angles.reduce((best, a, i) => apart(a, angle) < apart(c.angles[best], angle) ? i : best, 0);
      return el("div", {}, el("i", { style: `background:${c.colour}` }), c.name + " ", el("b", {}, number(c.values[n], 4) + " dB"));
    });
    tip.replaceChildren(el("div", { class: "at" }, number(zenith && angle > 180 ? 360 - angle : angle, 3) + "°"), ...rows);
    showTip(tip, box, event);
  });
  return box;
}

/** Difference of two directions in degrees. */
function apart(a, b) {
  const off = Math.abs(a - b) % 360;
  return Math.min(off, 360 - off);
}
