// The page from top to bottom.

function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("top").append(...(data.summary ? head(data) : headOfScene(data)));
  const sections = data.summary ? ofRun(data) : ofScene(data);
  const main = document.getElementById("report");
  for (const [id, heading, body] of sections) main.append(el("h2", { id }, heading), body);
  document.getElementById("top").append(el("nav", {}, sections.map(([id, heading]) => jump(id, heading))));
  document.getElementById("end").append(`Written by Poynting ${(data.summary || data).version}. This file is self-contained.`);
}

/** A link within the page. In the frame of a notebook, its address is that of the notebook, so the browser must not follow it. */
function jump(id, text) {
  return el("a", { href: "#" + id, onclick: e => { e.preventDefault(); document.getElementById(id).scrollIntoView(); } }, text);
}

function ofRun(data) {
  return [
    ["checks", "How far to trust it", checkTable(data.checks)],
    ["geometry", "Geometry", data.model ? geometry(data.model) : nothing("These results contain no geometry because an earlier version wrote them. Run the scene again to see it.")],
    ["results", "Results", figureList(data.figures)],
    ["run", "The run", facts(data)],
    ["scene", "The scene", sceneText(data)],
  ];
}

/** Before the run: what the solver will see, and what the plan warns of. */
function ofScene(data) {
  const told = [["warning", data.warnings], ["note", data.notes]].flatMap(([kind, texts]) => texts.map(text => [kind, text]));
  return [
    ["geometry", "Geometry", geometry(data.model, { meshed: true })],
    ["warnings", "Warnings and notes", told.length ? factTable(`${count(data.warnings.length)} warnings, ${count(data.notes.length)} notes`, told) : nothing("None.")],
    ["plan", "The plan", el("div", { class: "facts" }, data.model.facts.map(f => factTable(f.heading, f.rows)))],
    ["scene", "The scene", sceneText(data)],
  ];
}

function sceneText({ file, scene }) {
  return el("details", { class: "card" }, el("summary", {}, file || "scene"), el("pre", {}, scene));
}

function nothing(text) {
  return el("div", { class: "card" }, el("p", { style: "margin:0" }, text));
}

const VERDICTS = { good: "Good", caution: "With care", poor: "Not to be trusted" };
const ENDS = { steps: "the step limit", time: "the time limit", energy_decay: "the energy decay", interrupt: "an interrupt", complete: "the last frequency" };
const SOLVERS = { fdtd: "Finite-difference time-domain method (FDTD)", mom: "Method of moments (MoM)", rcwa: "Rigorous coupled-wave analysis (RCWA)" };

function sizeInWords({ mom, rcwa, cells }) {
  if (rcwa) return `${rcwa.orders.join(" x ")} orders`;
  return mom ? `${count(mom.unknowns)} unknowns` : `${count(cells)} cells`;
}

function head({ summary, verdict }) {
  const parts = [SOLVERS[summary.solver] || summary.solver, sizeInWords(summary), summary.device, duration(summary.wall_s)];
  return [
    el("h1", {}, summary.title || "Untitled"),
    el("p", { class: "lede" }, summary.solver ? parts.filter(Boolean).join(" · ") : "Incomplete run"),
    el("div", { class: "verdict " + verdict.grade }, el("b", {}, VERDICTS[verdict.grade]), el("span", {}, verdict.sentence)),
  ];
}

function headOfScene({ title, solver }) {
  return [el("h1", {}, title || "Untitled"), el("p", { class: "lede" }, `${SOLVERS[solver]} · before the run`)];
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
  } else if (s.rcwa) {
    run.push(["frequencies", count(s.rcwa.frequencies)], ["solution", duration(s.rcwa.solution_s)]);
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
