// Triangles in the form of the 3D view: nine numbers per corner: position, normal, colour.

function faceNormals({ vertices, triangles }) {
  return triangles.map(([a, b, c]) => unit(cross(sub(vertices[b], vertices[a]), sub(vertices[c], vertices[a]))));
}

/** Corners with normals that are smooth where faces are nearly so. */
function shaded(surface, inside) {
  const { vertices, triangles } = surface;
  const normals = faceNormals(surface);
  const meeting = vertices.map(() => []);
  triangles.forEach((t, n) => t.forEach(v => meeting[v].push(n)));
  const data = new Float32Array(triangles.length * 27);
  const plain = surface.paint ? null : rgb(surface.colour);
  const places = vertices.map(inside);
  triangles.forEach((t, n) => t.forEach((v, corner) => {
    const sum = [0, 0, 0];
    for (const m of meeting[v]) {
      const side = dot(normals[m], normals[n]);
      if (side > CREASE) normals[m].forEach((x, a) => { sum[a] += x; });
    }
    const colour = plain || surface.paint(n, v);
    data.set([...places[v], ...unit(sum), ...colour], 27 * n + 9 * corner);
  }));
  return data;
}

/** Edges with their ends and the faces that share them. */
function edgesOf({ vertices, triangles }) {
  const edges = new Map();
  triangles.forEach((t, n) => t.forEach((a, i) => {
    const b = t[(i + 1) % 3];
    const key = Math.min(a, b) * vertices.length + Math.max(a, b);
    const edge = edges.get(key);
    if (edge) edge.faces.push(n); else edges.set(key, { a, b, faces: [n] });
  }));
  return [...edges.values()];
}

/** Ends of all edges. */
function meshEdges(mesh) {
  return edgesOf(mesh).flatMap(({ a, b }) => [mesh.vertices[a], mesh.vertices[b]]);
}

/** Ends of the edges at which faces meet at an angle, or at which the surface ends. */
function creases(surface) {
  const { vertices } = surface;
  const normals = faceNormals(surface);
  const points = [];
  for (const { a, b, faces } of edgesOf(surface)) {
    const flat = faces.length === 2 && Math.abs(dot(normals[faces[0]], normals[faces[1]])) > CREASE;
    if (!flat) points.push(vertices[a], vertices[b]);
  }
  return points;
}

/** Ends of lines with a colour. */
function strokes(points, colour) {
  const data = new Float32Array(points.length * 9);
  points.forEach((p, n) => data.set([...p, 0, 0, 0, ...colour], 9 * n));
  return data;
}

/** The twelve edges of a box, or a cross where it is a point. */
function boxEdges(from, to, cross) {
  if (from.every((v, a) => v === to[a])) {
    return [0, 1, 2].flatMap(a => [-cross, cross].map(d => from.map((v, b) => b === a ? v + d : v)));
  }
  const corner = n => [0, 1, 2].map(a => n >> a & 1 ? to[a] : from[a]);
  const points = [];
  for (let n = 0; n < 8; n += 1) for (let a = 0; a < 3; a += 1) if (!(n >> a & 1)) points.push(corner(n), corner(n | 1 << a));
  return points;
}

/** An arrow through a point. */
function arrow(at, direction, length) {
  const tip = at.map((v, a) => v + direction[a] * length / 2), tail = at.map((v, a) => v - direction[a] * length / 2);
  const side = unit(cross(direction, Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const barb = s => tip.map((v, a) => v - direction[a] * length * 0.25 + s * side[a] * length * 0.12);
  return [tail, tip, tip, barb(1), tip, barb(-1)];
}

// The lower face along x and z, the upper one along y.
const BEHIND = [0, 1, 0];

/** Grid lines on the three faces of the grid that are behind the model in the first view. */
function gridLines(lines) {
  const ends = lines.map(l => [l[0], l[l.length - 1]]);
  const points = [];
  for (const [u, v] of [[0, 1], [0, 2], [1, 2]]) {
    const across = 3 - u - v;
    for (const [fixed, along] of [[u, v], [v, u]]) {
      for (const at of lines[fixed]) {
        for (const end of ends[along]) {
          const p = [0, 0, 0];
          p[across] = ends[across][BEHIND[across]];
          p[fixed] = at;
          p[along] = end;
          points.push(p);
        }
      }
    }
  }
  return points;
}
