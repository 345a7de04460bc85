// The model in three dimensions.

// The material that a run gives to thin wires, which have no mesh of their own.
const WIRE = "wire";
const MESHED = "#b5653a";
const ROLES = { port: ["Ports", "#b23b33"], source: ["Sources", "#d55e00"], element: ["Lumped elements", "#7a4fa3"], monitor: ["Monitors", "#1f5f99"], domain: ["Domain", "#7d8793"] };

/** The model in three dimensions; with `meshed` also the metal as the solver sees it, and that which was drawn shines through. */
function geometry(model, { meshed = false } = {}) {
  const colours = materialColours(model.bodies);
  const solved = meshed ? model.metal || model.mesh : null;
  const opacity = b => b.substance !== "metal" ? 0.45 : solved && b.material !== WIRE ? 0.3 : 1;
  const drawn = model.bodies.map(b => ({ ...b, colour: colours.get(b.material), alpha: opacity(b) }));
  const metal = solved ? { ...solved, colour: MESHED, alpha: 1 } : null;
  const surfaces = metal ? [...drawn, metal] : drawn;
  const reach = reachOf(model);
  const regions = model.regions.map(r => regionLines(r, reach));
  const lines = regions.map(r => r.line);
  const labels = regions.flatMap(r => r.label ? [r.label] : []);
  const grid = model.grid ? { points: gridLines(model.grid), colour: "#9aa4ae", alpha: 0.5, shown: meshed } : null;
  const mesh = model.mesh ? { points: meshEdges(model.mesh), colour: "#3b424b", alpha: 0.5, shown: meshed } : null;
  lines.push(...[grid, mesh].filter(Boolean));
  const space = new Space({ surfaces, lines, labels });
  const toggle = (targets, text, of, colour) => el("label", {},
    el("input", { type: "checkbox", checked: targets[0].shown !== false, onchange: e => { targets.forEach(t => { t.shown = e.target.checked; }); space.redraw(); } }),
    el("span", { class: "swatch", style: `background:${colour}` }), text, of ? el("span", { class: "of" }, of) : null);
  const parts = el("div", { class: "parts" });
  if (drawn.length) parts.append(el("h3", {}, "Structures"), ...drawn.map(s => toggle([s], s.name, s.material, s.colour)));
  if (metal) parts.append(el("h3", {}, "As meshed"), toggle([metal], "metal and sheets", null, metal.colour));
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
