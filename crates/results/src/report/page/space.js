// A 3D view of surfaces and lines: drag rotates, the wheel zooms, shift-drag pans.

const VERTEX = `#version 300 es
uniform mat4 view, projection;
in vec3 position, normal, colour;
out vec3 n, c;
void main() { n = mat3(view) * normal; c = colour; gl_Position = projection * view * vec4(position, 1.0); }`;

// Lit from near the eye, equally from both sides: sheets have no inside.
const FRAGMENT = `#version 300 es
precision highp float;
uniform float alpha, lit;
in vec3 n, c;
out vec4 o;
void main() {
  float d = abs(dot(normalize(n + vec3(0.0, 0.0, 1e-6)), normalize(vec3(0.3, 0.45, 0.85))));
  float shade = mix(1.0, 0.45 + 0.52 * d + 0.1 * pow(d, 24.0), lit);
  o = vec4(c * shade * alpha, alpha);
}`;

const CREASE = Math.cos(0.55);
const VIEWS = { "3D": [-0.9, 0.45], "+x": [0, 0], "+y": [Math.PI / 2, 0], "+z": [-Math.PI / 2, Math.PI / 2 - 1e-4] };

class Space {
  /**
   * `surfaces`: vertices, triangles, colour or a colour for each vertex (`paint`), alpha; `lines`: points in pairs, colour;
   * `labels`: text, at. What has `shown = false` is left out until `redraw`.
   */
  constructor({ surfaces = [], lines = [], labels = [], small = false }) {
    Object.assign(this, { surfaces, lines, labels });
    this.canvas = el("canvas", { "aria-label": "geometry in three dimensions" });
    this.names = el("div", { class: "names" });
    this.triad = svg("svg", { class: "triad", viewBox: "-1.5 -1.5 3 3" });
    const views = choice(Object.keys(VIEWS).map(k => [k, k]), "3D", k => { [this.azimuth, this.elevation] = VIEWS[k]; this.redraw(); });
    views.classList.add("views");
    this.node = el("div", { class: small ? "space small" : "space" }, this.canvas, this.names, this.triad, views);
    this.gl = this.canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (!this.gl) {
      this.node.replaceChildren(el("p", { style: "padding:20px" }, "The 3D view needs WebGL 2, which this browser does not support."));
      return;
    }
    [this.azimuth, this.elevation] = VIEWS["3D"];
    this.frameAll();
    this.program = program(this.gl);
    this.upload();
    this.listen();
    whenSized(this.node, () => this.resize());
  }

  /** Puts everything into a ball of radius one. */
  frameAll() {
    const low = [Infinity, Infinity, Infinity], high = low.map(v => -v);
    const take = p => p.forEach((v, a) => { low[a] = Math.min(low[a], v); high[a] = Math.max(high[a], v); });
    this.surfaces.forEach(s => s.vertices.forEach(take));
    if (!this.surfaces.length) this.lines.forEach(l => l.points.forEach(take));
    this.middle = low.map((v, a) => v <= high[a] ? 0.5 * (v + high[a]) : 0);
    const size = Math.hypot(...high.map((v, a) => v - low[a])) / 2;
    this.size = size > 0 && isFinite(size) ? size : 1;
    this.distance = 3.1;
    this.offset = [0, 0];
  }

  inside(p) {
    return p.map((v, a) => (v - this.middle[a]) / this.size);
  }

  upload() {
    for (const s of this.surfaces) {
      const faces = shaded(s, p => this.inside(p));
      s.buffer = this.vertexArray(faces);
      s.edges = s.paint ? null : this.vertexArray(strokes(creases(s).map(p => this.inside(p)), rgb(s.colour).map(v => v * 0.55)));
    }
    for (const l of this.lines) l.buffer = this.vertexArray(strokes(l.points.map(p => this.inside(p)), rgb(l.colour)));
  }

  vertexArray(data) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    ["position", "normal", "colour"].forEach((name, n) => {
      const place = gl.getAttribLocation(this.program, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 36, 12 * n);
    });
    return { array, count: data.length / 9 };
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.node.clientWidth * ratio);
    this.canvas.height = Math.round(this.node.clientHeight * ratio);
    this.redraw();
  }

  /** Draws soon, once for all changes until then. */
  redraw() {
    if (!this.gl || this.due) return;
    this.due = true;
    requestAnimationFrame(() => { this.due = false; this.draw(); });
  }

  draw() {
    const gl = this.gl, { width, height } = this.canvas;
    const view = this.view(), projection = perspective(width / height);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.program);
    const uniform = name => gl.getUniformLocation(this.program, name);
    gl.uniformMatrix4fv(uniform("view"), false, view);
    gl.uniformMatrix4fv(uniform("projection"), false, projection);
    const draw = (buffer, kind, alpha, lit) => {
      gl.uniform1f(uniform("alpha"), alpha);
      gl.uniform1f(uniform("lit"), lit);
      gl.bindVertexArray(buffer.array);
      gl.drawArrays(kind, 0, buffer.count);
    };
    const shown = this.surfaces.filter(s => s.shown !== false);
    // Faces are drawn slightly behind their own edges, and media behind the sheets on them.
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    shown.filter(s => s.alpha === 1).forEach(s => draw(s.buffer, gl.TRIANGLES, 1, 1));
    gl.disable(gl.POLYGON_OFFSET_FILL);
    shown.forEach(s => { if (s.edges) draw(s.edges, gl.LINES, s.alpha === 1 ? 0.8 : 0.5, 0); });
    this.lines.filter(l => l.shown !== false).forEach(l => draw(l.buffer, gl.LINES, l.alpha || 1, 0));
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(2, 2);
    gl.depthMask(false);
    shown.filter(s => s.alpha < 1).forEach(s => draw(s.buffer, gl.TRIANGLES, s.alpha, 1));
    gl.depthMask(true);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    this.overlay(view, projection);
  }

  view() {
    const [a, e] = [this.azimuth, this.elevation];
    const eye = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const right = [-Math.sin(a), Math.cos(a), 0];
    const up = cross(eye, right);
    const rows = [right, up, eye];
    return new Float32Array([
      ...[0, 1, 2].flatMap(c => [rows[0][c], rows[1][c], rows[2][c], 0]),
      this.offset[0], this.offset[1], -this.distance, 1,
    ]);
  }

  /** Names of things and the directions of the axes. */
  overlay(view, projection) {
    const along = ["x", "y", "z"].map((name, c) => [name, view[4 * c], -view[4 * c + 1], view[4 * c + 2]]);
    const colours = { x: "#b23b33", y: "#2f7d4f", z: "#1f5f99" };
    along.sort((p, q) => p[3] - q[3]);
    this.triad.replaceChildren(...along.flatMap(([name, x, y]) => [
      svg("line", { x1: 0, y1: 0, x2: x, y2: y, stroke: colours[name], "stroke-width": 0.07, "stroke-linecap": "round" }),
      svg("text", { x: 1.28 * x, y: 1.28 * y + 0.13, "font-size": 0.4, "text-anchor": "middle", fill: colours[name] }, name)]));
    this.names.replaceChildren(...this.labels.filter(l => l.shown !== false).map(l => {
      const p = apply(projection, apply(view, [...this.inside(l.at), 1]));
      if (p[3] <= 0) return null;
      const [x, y] = [50 + 50 * p[0] / p[3], 50 - 50 * p[1] / p[3]];
      return el("span", { class: "name", style: `left:${x}%;top:${y}%` }, l.text);
    }).filter(Boolean));
  }

  listen() {
    const c = this.canvas;
    let last = null;
    c.addEventListener("contextmenu", e => e.preventDefault());
    c.addEventListener("pointerdown", e => { last = [e.clientX, e.clientY]; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointerup", () => { last = null; });
    c.addEventListener("pointermove", e => {
      if (!last) return;
      const [dx, dy] = [e.clientX - last[0], e.clientY - last[1]];
      last = [e.clientX, e.clientY];
      if (e.shiftKey || e.buttons & 6) {
        const step = 0.83 * this.distance / c.clientHeight;
        this.offset = [this.offset[0] + dx * step, this.offset[1] - dy * step];
      } else {
        this.azimuth -= dx * 0.008;
        this.elevation = Math.max(-1.57, Math.min(1.57, this.elevation + dy * 0.008));
      }
      this.redraw();
    });
    c.addEventListener("wheel", e => {
      e.preventDefault();
      this.distance = Math.max(0.2, Math.min(40, this.distance * Math.exp(e.deltaY * 0.001)));
      this.redraw();
    }, { passive: false });
    c.addEventListener("dblclick", () => { this.distance = 3.1; this.offset = [0, 0]; this.redraw(); });
  }
}

function program(gl) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return made;
}

/** The whole ball is seen, whether the view is wide or high. */
function perspective(aspect) {
  const f = 2.4, near = 0.02, far = 100;
  return new Float32Array([f / Math.max(1, aspect), 0, 0, 0, 0, f * Math.min(1, aspect), 0, 0,
    0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
}

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => { const n = Math.hypot(...a) || 1; return a.map(v => v / n); };
const apply = (m, p) => [0, 1, 2, 3].map(r => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] * p[3]);
