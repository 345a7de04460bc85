// Antenna patterns and cross sections: polar or Cartesian cuts, and the whole pattern in 3D.

function patternCard(figure) {
  const { name, frequencies, theta, phi, layers } = figure;
  const around = cutsOf(theta, phi, () => 0, "main").curves.every(c => Math.abs(c.angles.at(-1) - c.angles[0]) > 350);
  const state = { layer: 0, frequency: 0, form: around ? "polar" : "angle", cut: "main" };
  const whole = theta.length > 8 && phi.length > 8;
  const body = el("div", {});
  const levels = layers.map(l => floats(l.values));
  const at = (t, p) => levels[state.layer][(state.frequency * theta.length + t) * phi.length + p];
  const draw = () => {
    const cuts = cutsOf(theta, phi, at, state.cut);
    const unit = cuts.zenith ? "theta" : "phi";
    const layer = layers[state.layer].name;
    const [label, level] = [words(layer), levelUnit(layer)];
    if (state.form === "space") body.replaceChildren(balloon(theta, phi, at).node);
    else if (state.form === "polar") body.replaceChildren(polarPlot(cuts.curves, `${capitalised(label)} (${level})`, cuts.zenith), legend(cuts.curves));
    else body.replaceChildren(overAngle(cuts.curves, unit, { label, unit: level }).node);
  };
  const change = key => value => { state[key] = value; draw(); };
  const forms = [["polar", "polar"], ["angle", "Cartesian"], ...(whole ? [["space", "3D"]] : [])];
  const tools = [
    select("", layers.map((l, n) => [n, words(l.name)]), 0, change("layer")),
    select("", frequencies.map((f, n) => [n, quantity(f, "Hz")]), 0, change("frequency")),
    select("cut ", cutNames(theta, phi), "main", change("cut")),
    choice(forms, state.form, change("form")),
  ];
  draw();
  const single = frequencies.length === 1 ? `At ${quantity(frequencies[0], "Hz")}. ` : "";
  return card(title(name), tools, body, single + (sentence(words(layers[0].name) + ": " + layers[0].about) || ""));
}

/** All cuts by name: `main` is what most people draw first. */
function cutNames(theta, phi) {
  const names = [["main", "principal planes"]];
  if (theta.length > 1) phi.forEach((p, n) => { if (phi.length > 1) names.push([`p${n}`, `phi ${number(p)}°`]); });
  if (phi.length > 1) theta.forEach((t, n) => { if (theta.length > 1) names.push([`t${n}`, `theta ${number(t)}°`]); });
  return names.length > 2 ? names : [["main", ""]];
}

/** Curves over theta through some values of phi, or over phi at one theta. */
function cutsOf(theta, phi, at, cut) {
  const overPhi = (t, n) => ({ name: `theta ${number(theta[t])}°`, colour: seriesColour(n), angles: closed(phi), values: closed(phi).map((_, p) => at(t, p % phi.length)) });
  if (cut[0] === "t" || theta.length === 1) return { zenith: false, curves: [overPhi(cut[0] === "t" ? Number(cut.slice(1)) : 0, 0)] };
  const opposite = p => phi.findIndex(q => apart(q, phi[p] + 180) < 1e-3);
  const overTheta = (p, n) => {
    const back = opposite(p);
    const near = theta.map((t, i) => [t, at(i, p)]);
    const far = back < 0 ? [] : theta.map((t, i) => [360 - t, at(i, back)]).filter(([a]) => a < 360 && a > 180 - 1e-9).reverse();
    const all = [...near, ...far];
    if (far.length && theta[0] === 0) all.push([360, at(0, p)]);
    return { name: `phi ${number(phi[p])}°`, colour: seriesColour(n), angles: all.map(a => a[0]), values: all.map(a => a[1]) };
  };
  if (cut[0] === "p") return { zenith: true, curves: [overTheta(Number(cut.slice(1)), 0)] };
  const main = [0, 45, 90].filter(a => a !== 45 || phi.length <= 8).map(a => phi.findIndex(p => apart(p, a) < 1e-3)).filter(p => p >= 0);
  return { zenith: true, curves: (main.length ? main : [0]).map(overTheta) };
}

/** Angles that go round come back to the first one. */
function closed(phi) {
  const step = phi.length > 1 ? phi[1] - phi[0] : 360;
  const round = phi.length > 3 && Math.abs(phi.at(-1) + step - phi[0] - 360) < 0.5 * step;
  return round ? [...phi, phi[0] + 360] : phi;
}

function legend(curves) {
  return el("div", { class: "legend", style: "justify-content:center" },
    curves.map(c => el("span", {}, el("i", { style: `background:${c.colour}` }), c.name)));
}

function overAngle(curves, name, y) {
  const longest = curves.reduce((a, b) => a.angles.length >= b.angles.length ? a : b);
  const same = curves.filter(c => c.angles.length === longest.angles.length);
  return new LinePlot({
    x: { name, unit: "deg", values: longest.angles }, mode: "linear", y,
    curves: same.map(c => ({ ...c, unit: y.unit })),
  });
}

/** The pattern as a surface, further out where more goes. */
function balloon(theta, phi, at) {
  const round = closed(phi).length > phi.length;
  const columns = phi.length + (round ? 1 : 0);
  let top = -Infinity;
  theta.forEach((_, t) => phi.forEach((_, p) => { top = Math.max(top, at(t, p)); }));
  const part = (t, p) => Math.max(0.002, 1 + (at(t, p % phi.length) - top) / DISC.depth);
  const vertices = [], parts = [], triangles = [];
  theta.forEach((angle, t) => {
    for (let p = 0; p < columns; p += 1) {
      const [a, b, r] = [angle * Math.PI / 180, phi[p % phi.length] * Math.PI / 180, part(t, p)];
      vertices.push([r * Math.sin(a) * Math.cos(b), r * Math.sin(a) * Math.sin(b), r * Math.cos(a)]);
      parts.push(r);
      if (t > 0 && p > 0) {
        const n = t * columns + p;
        triangles.push([n, n - columns - 1, n - columns], [n, n - 1, n - columns - 1]);
      }
    }
  });
  const paint = (_, v) => { const c = Math.round(255 * Math.min(1, parts[v])); return [0, 1, 2].map(a => UPWARDS[3 * c + a] / 255); };
  return new Space({ surfaces: [{ vertices, triangles, paint, alpha: 1 }], small: true });
}
