// Formats numbers and names for people.

const PREFIXES = ["a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"];
const UNITS = { ohm: "Ω", deg: "°", "m^2": "m²", "m^3": "m³", "1": "", "rad/m": "rad/m" };

/** A unit as it is printed. */
function unitText(unit) {
  return unit in UNITS ? UNITS[unit] : unit;
}

/** The factor and the unit that bring values of this size between 1 and 1000: a prefix, or a power of ten where there is none. */
function scaleFor(unit, largest) {
  const shown = unitText(unit);
  const plain = { factor: 1, unit: shown };
  if (unit.startsWith("dB") || unit === "deg" || !(largest > 0) || !isFinite(largest)) return plain;
  const takesPrefix = /^[A-Za-zΩ]+(?!\^|[A-Za-zΩ])/.test(unit === "ohm" ? shown : unit);
  const step = Math.floor((Math.log10(largest) + 1e-9) / 3);
  const factor = 10 ** (-3 * step);
  if (takesPrefix && Math.abs(step) <= 6) return { factor, unit: PREFIXES[step + 6] + shown };
  if (!takesPrefix && largest >= 1e-3 && largest < 1e6) return plain;
  return { factor, unit: `10${superscript(3 * step)} ${shown}`.trim() };
}

function superscript(number) {
  return String(number).replace(/[0-9]/g, d => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).replace("-", "⁻");
}

/** A number with so many digits, without trailing zeros, with a true minus sign. */
function number(value, digits = 4) {
  if (!isFinite(value)) return String(value);
  const size = Math.abs(value);
  let text;
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    text = value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  } else {
    text = String(Number(value.toPrecision(digits)));
  }
  return text.replace(/-/g, "\u2212");
}

/** A value with the prefix and the unit that suit. */
function quantity(value, unit, digits = 4) {
  if (unit === "") return Number.isInteger(value) && Math.abs(value) < 1e15 ? count(value) : number(value, digits);
  // Levels and angles this small are rounding errors.
  if ((unit.startsWith("dB") || unit === "deg") && Math.abs(value) < 1e-6) value = 0;
  const scale = scaleFor(unit, Math.abs(value));
  // 2 10⁻³⁰ W would be misread as two numbers.
  if (scale.unit.startsWith("10")) return [number(value, digits), unitText(unit)].join("\u202f").trim();
  const text = number(value * scale.factor, digits);
  if (scale.unit === "") return text;
  return text + (scale.unit === "°" ? "" : "\u202f") + scale.unit;
}

/** A whole number with its thousands apart. */
function count(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** Bytes in units of 1024. */
function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let n = 0;
  while (value >= 1024 && n < units.length - 1) { value /= 1024; n += 1; }
  return number(value, 3) + "\u202f" + units[n];
}

/** A time that one has waited. */
function duration(seconds) {
  if (seconds < 120) return quantity(seconds, "s", 3);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A value of a fact or a check: a text, or a number with its unit. */
function shown(value) {
  return Array.isArray(value) ? quantity(value[0], value[1]) : value;
}

const FOLDERS = {
  probe: "Probe", snapshot: "Time-domain field", field: "Field", flux: "Power flux", absorption: "Absorption",
  far: "Far field", pulse: "Time-domain far field", mono: "Monostatic cross section", bistatic: "Bistatic cross section",
  current: "Surface current", port: "Port", solution: "Solution", quality: "Network quality", energy: "Energy",
};

/** The path of a quantity as a title: `far/front` is the far field “front”. */
function title(path) {
  let parts = path.split("/");
  let driven = "";
  if (parts[0] === "from" && parts.length > 2) {
    driven = `, driven at ${parts[1]}`;
    parts = parts.slice(2);
  }
  const folder = FOLDERS[parts[0]] || parts[0];
  const rest = parts.slice(1).map(words);
  return [folder, ...rest].join(" · ") + driven;
}

/** A name of a quantity without underscores, abbreviations as they are written. */
function words(name) {
  return name.replace(/_/g, " ").replace(/\b(rcs|sar|vswr|tm|te)\b/g, short => short.toUpperCase());
}

/** A name as the first word of a label; symbols such as x and ka are unchanged. */
function capitalised(name) {
  return /^[A-Za-z]{3}/.test(name) ? name[0].toUpperCase() + name.slice(1) : name;
}

/** What curves of one unit are together. */
function commonNoun(unit, names, group) {
  const nouns = { "V/m": "E", W: "power", V: "voltage", A: "current", ohm: "impedance", "m^2": "area", J: "energy", deg: "angle" };
  if (unit === "A/m") return names.every(n => n.startsWith("H")) ? "H" : "J";
  if (unit === "dB") return [...new Set(names.map(n => ({ dBsm: "RCS", dBm: "width", dBi: "gain, directivity" })[levelUnit(n)] || "level"))].join(", ");
  return nouns[unit] || words(group.split("/").pop());
}

/** What a level is measured against: dBi for gains, dBsm for cross sections, dBm for scattering widths. */
function levelUnit(name) {
  if (name.startsWith("rcs")) return "dBsm";
  if (name.startsWith("width")) return "dBm";
  return /gain|directivity/.test(name) ? "dBi" : "dB";
}

/** About `most` round numbers within a range. */
function ticks(low, high, most) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].find(s => s * power >= raw * 0.999) * power;
  const first = Math.ceil(low / step - 1e-9);
  const all = [];
  for (let n = first; n * step <= high + 1e-9 * span; n += 1) all.push(n * step);
  return all;
}

/** Smallest and largest of values, those apart that are not finite. */
function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v < low && v !== -Infinity) low = v;
    if (v > high && v !== Infinity) high = v;
  }
  return low <= high ? [low, high] : [0, 1];
}
