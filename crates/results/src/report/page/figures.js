// Each figure as a card: title, controls and plot.

function card(heading, tools, body, about = null, wide = false) {
  return el("section", { class: wide ? "card wide" : "card" },
    el("div", { class: "head" }, el("h3", {}, heading), el("div", { class: "controls", style: "margin:0" }, tools)),
    body, about ? el("p", {}, about) : null);
}

/** All cards of a figure. */
function cards(figure) {
  switch (figure.kind) {
    case "lines": return lineCards(figure);
    case "readings": return [readingCard(figure)];
    case "network": return [networkCard(figure)];
    case "pattern": return [patternCard(figure)];
    case "currents": return [currentCard(figure)];
    default: return [];
  }
}

/** Curves, those of each unit on axes of their own; with spectra where they are in time. */
function lineCards({ name, x, curves, spectra }) {
  const heading = curves.length === 1 && curves[0].name !== name ? `${title(name)} · ${words(curves[0].name)}` : title(name);
  const complex = curves.map(c => c.name).sort().join() === "imag,real";
  if (complex) curves.sort((a, b) => b.name.localeCompare(a.name));
  const time = { x: { ...x, values: floats(x.values) }, groups: groups(curves), mode: firstScale(heading) };
  const state = { shown: time, part: "parts" };
  const spectrum = spectra ? { x: spectrumAxis(spectra), groups: groups(spectra.curves), mode: "db" } : null;
  const body = el("div", {});
  const draw = () => body.replaceChildren(...state.shown.groups.map(group => {
    const unit = group[0].unit;
    const label = complex ? words(name.split("/").pop())
      : group.length === 1 ? words(group[0].name) : commonNoun(group[0].unit, group.map(c => c.name), name);
    const plot = new LinePlot({
      x: state.shown.x, curves: group, y: { label, unit: unit === "dB" ? levelUnit(group[0].name) : unit }, power: POWERS.has(unit),
      mode: isLevel(group) ? "linear" : state.shown.mode,
      height: state.shown.groups.length > 1 ? 210 : 300,
    });
    if (complex) plot.update(partsOf(group, state.part, { label, unit }));
    return plot.node;
  }));
  const parts = choice([["parts", "real, imag"], ["size", "magnitude"], ["phase", "phase"]], "parts", part => { state.part = part; draw(); });
  const scales = choice([["linear", "linear"], ["db", "dB"], ["log", "log"]], time.mode, mode => { state.shown.mode = mode; draw(); });
  const tools = [
    spectrum ? choice([[time, "time"], [spectrum, "spectrum"]], time, s => { state.shown = s; scales.press(s.mode); draw(); }) : null,
    complex ? parts : time.groups.every(isLevel) ? null : scales,
  ];
  draw();
  return [card(heading, tools, body, curves.length === 1 ? sentence(curves[0].about) : null)];
}

/** What falls by many powers of ten is seen on no other scale. */
function firstScale(heading) {
  if (heading.startsWith("Energy")) return "db";
  return heading.startsWith("Solution") ? "log" : "linear";
}

function spectrumAxis({ step, curves }) {
  const { length } = floats(curves[0].values);
  return { name: "frequency", unit: "Hz", values: Float32Array.from({ length }, (_, i) => i * step) };
}

/** Curves of one unit belong together. */
function groups(curves) {
  const units = new Map();
  for (const c of curves) {
    const unit = c.unit === "dB" ? levelUnit(c.name) : c.unit;
    const group = units.get(unit) || [];
    group.push({ ...c, values: floats(c.values) });
    units.set(unit, group);
  }
  const coloured = group => group.map((c, n) => ({ ...c, colour: seriesColour(n, group.length) }));
  return [...units.values()].map(coloured);
}

/** What has no other scale. */
function isLevel([first]) {
  return first.unit === "dB" || first.unit === "deg";
}

const POWERS = new Set(["W", "J", "m^2", "W s"]);

function partsOf([re, im], part, y) {
  if (part === "parts") return { curves: [re, im], y };
  const make = f => Float32Array.from(re.values, (v, i) => f(v, im.values[i]));
  const size = part === "size";
  const values = size ? make(Math.hypot) : make((r, i) => Math.atan2(i, r) * 180 / Math.PI);
  const name = size ? "magnitude" : "phase";
  const unit = size ? y.unit : "deg";
  return { curves: [{ name, unit, values, colour: re.colour }], y: { label: size ? `|${y.label}|` : name, unit } };
}

function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1).replace("m^2", "m²") + "." : null;
}

/** A table, with a column for each place where values were read. */
function readingCard({ name, x, rows }) {
  const at = Array.from(floats(x.values), v => quantity(v, x.unit));
  const text = (row, value) => row.name.endsWith("efficiency") ? number(100 * value) + "\u202f%" : quantity(value, { "1": "", dB: levelUnit(row.name) }[row.unit] ?? row.unit);
  const several = at.length > 1;
  const heading = several ? el("tr", {}, el("th", {}), at.map(t => el("th", {}, t))) : null;
  // With several columns there is no room for descriptions: they are shown on hover.
  const table = el("table", { class: several ? "" : "readings" }, heading, rows.map(row => el("tr", { title: row.about },
    el("th", {}, words(row.name)), Array.from(floats(row.values), v => el("td", {}, text(row, v))), several ? null : el("td", {}, row.about))));
  return card(several ? title(name) : `${title(name)}, at ${at[0]}`, null, table);
}

function networkCard({ frequencies, ports: names, resistances, references, coupled, real, imag }) {
  const f = floats(frequencies), re = floats(real), im = floats(imag), over = floats(references), ports = names.length;
  const pairs = [];
  for (let from = 0; from < ports; from += 1) for (let to = 0; to < ports; to += 1) pairs.push([to, from]);
  const entry = ([to, from], n) => {
    const pick = all => Float32Array.from(f, (_, i) => all[(i * ports + to) * ports + from]);
    // Networks are reciprocal, and often symmetric: a curve underneath is visible between the dashes.
    const dash = from > 0 ? "7 5" : null;
    return { name: `S(${names[to]}, ${names[from]})`, to, from, dash, colour: seriesColour(n, pairs.length), re: pick(re), im: pick(im), reference: Float32Array.from(f, (_, i) => over[i * ports + to]) };
  };
  const every = pairs.map(entry);
  // Many curves are shown port by port.
  const columns = names.map((name, n) => [n, `driven at ${name}`]);
  const few = every.length <= 16;
  let all = few ? every : every.filter(c => c.from === 0);
  const x = { name: "frequency", unit: "Hz", values: f };
  const curvesOf = (unit, value) => all.map(c => ({ ...c, unit, values: Float32Array.from(c.re, (r, i) => value(r, c.im[i])) }));
  const level = (r, i) => 20 * Math.log10(Math.hypot(r, i));
  const body = el("div", {});
  const show = {
    level: () => {
      const curves = curvesOf("dB", level);
      return new LinePlot({ x, curves, y: { label: "|S|", unit: "dB" }, mode: "linear", marks: dip(curves, f) }).node;
    },
    phase: () => new LinePlot({ x, curves: curvesOf("deg", (r, i) => Math.atan2(i, r) * 180 / Math.PI), y: { label: "phase", unit: "deg" }, mode: "linear" }).node,
    smith: () => smithChart(all.filter(c => c.to === c.from), f),
  };
  let shown = f.length > 1 ? "level" : "smith";
  const draw = () => body.replaceChildren(show[shown]());
  const change = kind => { shown = kind; draw(); };
  const column = n => { all = n < 0 ? every : every.filter(c => c.from === Number(n)); draw(); };
  draw();
  const options = f.length > 1 ? [["level", "dB"], ["phase", "phase"], ["smith", "Smith chart"]] : [["smith", "Smith chart"]];
  const changes = over.some((z, i) => Math.abs(z / resistances[i % ports] - 1) > 1e-6);
  const reference = [...new Set(resistances.map(r => number(r)))].join(", ") + " Ω" + (changes ? " at mid-band" : "")
    + coupled.map(group => `; ${group.split("+").join(", ")} to the impedance matrix of their coupled lines`).join("");
  const driven = ports > 2 ? select("", few ? [[-1, `all ${every.length}`], ...columns] : columns, few ? -1 : 0, column) : null;
  const left = few ? "" : ` ${every.length} S-parameters, shown for one driven port at a time.`;
  return card("S-parameters", [driven, choice(options, options[0][0], change)], body,
    `Power waves referred to ${reference}.${left} ${matched(every[0], f)}`, true);
}

/** A mark at the deepest reflection of a network of one port. */
function dip(curves, f) {
  if (curves.length !== 1) return [];
  const n = curves[0].values.reduce((best, v, i, all) => v < all[best] ? i : best, 0);
  return [{ x: f[n], y: curves[0].values[n], label: `${number(curves[0].values[n], 3)} dB at ${quantity(f[n], "Hz")}` }];
}

/** Where the first port reflects less than a tenth of the power. */
function matched({ name, re, im }, f) {
  const low = Array.from(re, (r, i) => Math.hypot(r, im[i]) < Math.SQRT1_2 * 0.4472136);
  const first = low.indexOf(true);
  if (first < 0) return "";
  let last = first;
  while (low[last + 1]) last += 1;
  if (last === first) return `${name} is below −10 dB at ${quantity(f[first], "Hz")}.`;
  return `${name} is below −10 dB from ${quantity(f[first], "Hz")} to ${quantity(f[last], "Hz")}.`;
}

/** Maps of one monitor share a card, with a choice of what is shown. */
function mapCard(maps) {
  const parent = maps[0].name.split("/").slice(0, -1).join("/");
  const body = el("div", {});
  const leaf = m => m.name.split("/").at(-1);
  const change = m => body.replaceChildren(new FieldMap(m).node);
  change(maps[0]);
  const tools = maps.length > 1 ? choice(maps.map(m => [m, leaf(m)]), maps[0], change) : null;
  const [axis, at] = maps[0].place;
  const what = maps.length > 1 ? title(parent) : title(maps[0].name);
  return card(what, tools, body, `On the plane ${axis} = ${quantity(at, "m")}; ${maps[0].u.name} to the right, ${maps[0].v.name} upwards.`);
}

function currentCard({ name, frequencies, vertices, triangles, frames: packed }) {
  const flat = floats(vertices), all = frames(packed);
  const points = Array.from({ length: flat.length / 3 }, (_, n) => [flat[3 * n], flat[3 * n + 1], flat[3 * n + 2]]);
  const body = el("div", {});
  const state = { number: 0, scale: "linear" };
  const depth = 40;
  const draw = () => {
    const values = all.values(state.number), largest = values.reduce((m, v) => Math.max(m, v), 1);
    const linear = v => Math.max(0, v) / 32767;
    const level = v => Math.max(0, 1 + 20 * Math.log10(Math.max(v, 1e-9) / largest) / depth);
    const part = state.scale === "linear" ? linear : level;
    const paint = t => { const c = Math.round(255 * part(values[t])); return [0, 1, 2].map(a => UPWARDS[3 * c + a] / 255); };
    const space = new Space({ surfaces: [{ vertices: points, triangles, paint, alpha: 1 }], small: true });
    const most = quantity(all.scale(state.number) * largest, "A/m", 3);
    const ends = state.scale === "linear" ? ["0", quantity(all.scale(state.number) * 32767, "A/m", 3)] : [`\u2212${depth} dB`, `0 dB = ${most}`];
    const bar = el("div", { class: "bar" }, el("div", { style: `background:${gradient(RISING)}` }),
      el("div", { class: "ends" }, ends.map(t => el("span", {}, t))));
    body.replaceChildren(space.node, bar);
  };
  draw();
  const tools = [
    select("frequency ", frequencies.map((f, n) => [n, quantity(f, "Hz")]), 0, n => { state.number = Number(n); draw(); }),
    choice([["linear", "linear"], ["db", "dB"]], "linear", scale => { state.scale = scale; draw(); }),
  ];
  return card(title(name), tools, body, "Magnitude of the surface current density (peak value).");
}
