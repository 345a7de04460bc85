// Elements of the page, and arrays decoded from their text.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; text becomes text, never markup. */
function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for drawings. */
function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    // As an attribute it would be inline style, which the policy of the page forbids.
    else if (key === "style") node.style.cssText = value;
    else if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(c => c !== null && c !== undefined));
  return node;
}

let given = 0;

/** A name that nothing else on the page has. */
function fresh(stem) {
  given += 1;
  return stem + given;
}

/** A row of buttons of which one is pressed; `press` of the element shows another one as pressed. */
function choice(options, chosen, change) {
  const row = el("span", { class: "choice", role: "group" }, options.map(([value, label]) =>
    el("button", { type: "button", onclick: () => { row.press(value); change(value); } }, label)));
  row.press = value => options.forEach(([own], n) => row.children[n].setAttribute("aria-pressed", String(own === value)));
  row.press(chosen);
  return row;
}

/** A list to choose from; plain text where there is one entry. */
function select(label, options, chosen, change) {
  if (options.length < 2) return null;
  const list = el("select", { onchange: () => change(options[list.selectedIndex][0]) },
    options.map(([value, text]) => el("option", { selected: value === chosen }, text)));
  return el("label", { class: "select" }, label, list);
}

/** Bytes of base64 text. */
function bytesOf(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) out[i] = raw.charCodeAt(i);
  return out;
}

/** Four-byte numbers of base64 text. Every machine with a browser is little-endian. */
function floats(text) {
  return new Float32Array(bytesOf(text).buffer);
}

/** Frames of two-byte numbers, each with its own scale. */
function frames(packed) {
  const scales = packed.scales;
  const all = new Int16Array(bytesOf(packed.values).buffer);
  const size = scales.length ? all.length / scales.length : 0;
  return {
    count: scales.length,
    scale: n => scales[n],
    values: n => all.subarray(n * size, (n + 1) * size),
    largest: Math.max(0, ...scales) * 32767,
  };
}

/** Calls a drawing function when its element has a size, and whenever that changes. */
function whenSized(node, draw) {
  new ResizeObserver(() => { if (node.clientWidth > 0) draw(); }).observe(node);
}
