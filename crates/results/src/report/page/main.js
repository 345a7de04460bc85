// The page from top to bottom.

function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("top").append(...head(data));
  const sections = [
    ["checks", "How far to trust it", checkTable(data.checks)],
    ["geometry", "Geometry", data.model ? geometry(data.model) : nothing("These results contain no geometry because an earlier version wrote them. Run the scene again to see it.")],
    ["results", "Results", figureList(data.figures)],
    ["run", "The run", facts(data)],
    ["scene", "The scene", el("details", { class: "card" }, el("summary", {}, data.file || "scene"), el("pre", {}, data.scene))],
  ];
  const main = document.getElementById("report");
  for (const [id, heading, body] of sections) main.append(el("h2", { id }, heading), body);
  document.getElementById("top").append(el("nav", {}, sections.map(([id, heading]) => el("a", { href: "#" + id }, heading))));
  document.getElementById("end").append(`Written by Poynting ${data.summary.version}. This file is self-contained.`);
}

function nothing(text) {
  return el("div", { class: "card" }, el("p", { style: "margin:0" }, text));
}

const VERDICTS = { good: "Good", caution: "With care", poor: "Not to be trusted" };
const ENDS = { steps: "the step limit", time: "the time limit", energy_decay: "the energy decay", interrupt: "an interrupt", complete: "the last frequency" };
const SOLVERS = { fdtd: "Finite-difference time-domain method (FDTD)", mom: "Method of moments (MoM)" };

function head({ summary, verdict }) {
  const parts = [SOLVERS[summary.solver] || summary.solver, summary.mom ? `${count(summary.mom.unknowns)} unknowns` : `${count(summary.cells)} cells`,
    summary.device, duration(summary.wall_s)];
  return [
    el("h1", {}, summary.title || "Untitled"),
    el("p", { class: "lede" }, summary.solver ? parts.filter(Boolean).join(" · ") : "Incomplete run"),
    el("div", { class: "verdict " + verdict.grade }, el("b", {}, VERDICTS[verdict.grade]), el("span", {}, verdict.sentence)),
  ];
}

function checkTable(checks) {
  return el("div", { class: "card" }, el("table", { class: "checks" }, checks.map(c => el("tr", {},
    el("th", {}, el("span", { class: "lamp " + c.grade, title: VERDICTS[c.grade] }), c.name),
    el("td", {}, shown(c.value), c.limit === c.value ? null : el("div", { class: "soft" }, "expected: " + c.limit)),
    el("td", {}, c.meaning)))));
}

function factTable(heading, rows) {
  return el("div", { class: "card" }, el("h3", { style: "margin-bottom:8px" }, heading),
    el("table", {}, rows.map(([name, value]) => el("tr", {}, el("th", {}, name), el("td", {}, shown(value))))));
}

function facts({ summary: s, model }) {
  const run = [["solver", SOLVERS[s.solver] || s.solver], ["device", s.device], ["threads", String(s.threads)], ["precision", s.precision],
    ["wall time", duration(s.wall_s)], ["peak memory", bytes(s.peak_bytes)], ["ended by", ENDS[s.stopped_by] || s.stopped_by], ["version", s.version]];
  if (s.mom) {
    run.push(["assembly", duration(s.mom.assembly_s)], ["factorisation", duration(s.mom.factorisation_s)], ["solution", duration(s.mom.solution_s)]);
  } else {
    run.push(["steps", count(s.steps)], ["simulated time", quantity(s.time_s, "s")], ["traversal", s.traversal],
      ["speed", `${number(s.mcells_per_s)} million cells per second`]);
  }
  if (model) run.push(["machine", model.machine]);
  const more = model ? model.facts.map(f => factTable(f.heading, f.rows)) : [];
  return el("div", { class: "facts" }, factTable("Run", run), more);
}

function figureList(figures) {
  if (!figures.length) return nothing("Nothing was recorded.");
  // The maps of a monitor share a card, at the position of the first.
  const monitors = new Map();
  const made = figures.flatMap(figure => {
    if (figure.kind !== "map") return cards(figure);
    const parent = figure.name.split("/").slice(0, -1).join("/");
    const group = monitors.get(parent);
    if (group) { group.push(figure); return []; }
    monitors.set(parent, [figure]);
    return [monitors.get(parent)];
  });
  return el("div", { class: "figures" }, made.map(m => Array.isArray(m) ? mapCard(m) : m));
}

const ROLES = { port: ["Ports", "#b23b33"], source: ["Sources", "#d55e00"], element: ["Lumped elements", "#7a4fa3"], monitor: ["Monitors", "#1f5f99"], domain: ["Domain", "#7d8793"] };

function geometry(model) {
  const colours = materialColours(model.bodies);
  const surfaces = model.bodies.map(b => ({ ...b, colour: colours.get(b.material), alpha: b.substance === "metal" ? 1 : 0.45 }));
  const reach = reachOf(model);
  const regions = model.regions.map(r => regionLines(r, reach));
  const lines = regions.map(r => r.line);
  const labels = regions.flatMap(r => r.label ? [r.label] : []);
  const grid = model.grid ? { points: gridLines(model.grid), colour: "#9aa4ae", alpha: 0.5, shown: false } : null;
  const mesh = model.mesh ? { points: meshEdges(model.mesh), colour: "#3b424b", alpha: 0.5, shown: false } : null;
  lines.push(...[grid, mesh].filter(Boolean));
  const space = new Space({ surfaces, lines, labels });
  const toggle = (targets, text, of, colour) => el("label", {},
    el("input", { type: "checkbox", checked: targets[0].shown !== false, onchange: e => { targets.forEach(t => { t.shown = e.target.checked; }); space.redraw(); } }),
    el("span", { class: "swatch", style: `background:${colour}` }), text, of ? el("span", { class: "of" }, of) : null);
  const parts = el("div", { class: "parts" });
  if (surfaces.length) parts.append(el("h3", {}, "Structures"), ...surfaces.map(s => toggle([s], s.name, s.material, s.colour)));
  for (const [role, [heading, colour]] of Object.entries(ROLES)) {
    const here = regions.filter(r => r.role === role);
    if (here.length) parts.append(el("h3", {}, heading), ...here.map(r => toggle([r.line, r.label].filter(Boolean), r.name, null, colour)));
  }
  if (grid) parts.append(el("h3", {}, "Grid"), toggle([grid], "lines on three faces", null, grid.colour));
  if (mesh) parts.append(el("h3", {}, "Mesh"), toggle([mesh], "triangles", count(model.mesh.triangles.length), mesh.colour));
  const missing = model.missing.map(m => el("p", {}, "Not shown: " + m));
  return el("div", { class: "card" }, el("div", { class: "stage" }, space.node, parts),
    el("p", {}, `${sizeText(model)} Drag to rotate, scroll to zoom, shift-drag to pan, double-click to reset.`), missing);
}

/** Diagonal of all that has a place. */
function reachOf(model) {
  const all = [...model.bodies.flatMap(b => b.vertices), ...model.regions.flatMap(r => [r.from, r.to])];
  const ends = [0, 1, 2].map(a => extent(all.map(p => p[a])));
  return Math.hypot(...ends.map(([low, high]) => high - low)) || 1;
}

function regionLines(region, reach) {
  const colour = ROLES[region.role][1];
  const points = boxEdges(region.from, region.to, 0.012 * reach);
  const middle = region.from.map((v, a) => 0.5 * (v + region.to[a]));
  if (region.direction && region.role === "source") {
    // A wave is shown where it enters, not inside the object it hits.
    const half = Math.max(...region.direction.map((d, a) => Math.abs(d) * 0.5 * (region.to[a] - region.from[a])));
    middle.forEach((v, a) => { middle[a] = v - region.direction[a] * half; });
  }
  if (region.direction) points.push(...arrow(middle, region.direction, 0.09 * reach));
  const shown = region.role !== "monitor";
  const named = region.role !== "domain";
  return {
    ...region, line: { points, colour, shown, alpha: region.role === "domain" ? 0.6 : 1 },
    label: named ? { text: region.name, at: shown ? middle : [middle[0], middle[1], region.to[2]], shown } : null,
  };
}

function sizeText(model) {
  const vertices = model.bodies.flatMap(b => b.vertices);
  if (!vertices.length) return "";
  const sizes = [0, 1, 2].map(a => { const [low, high] = extent(vertices.map(p => p[a])); return high - low; });
  const { factor, unit } = scaleFor("m", Math.max(...sizes));
  return `The structures measure ${sizes.map(s => number(s * factor, 3)).join(" × ")}\u202f${unit}.`;
}
