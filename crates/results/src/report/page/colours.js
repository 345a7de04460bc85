// Colours of curves, materials and values.

// Distinguishable with colour blindness (Okabe and Ito, 2008).
const SERIES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555b6e", "#8c564b"];

/** The colour of curve `n` of `count`; no two curves have the same. */
function seriesColour(n, count = 0) {
  if (Math.max(n + 1, count) <= SERIES.length) return SERIES[n];
  return `hsl(${(360 * n / Math.max(n + 1, count)).toFixed(1)} 75% ${[32, 45, 58][n % 3]}%)`;
}

const METALS = ["#c9974f", "#b87445", "#a9adb3", "#8f979f"];
const MEDIA = ["#5f9e78", "#6b93c4", "#a684b8", "#c9b458", "#6fb1ad", "#c2798a"];

/** A colour for each material by name, metals warm and media cool. */
function materialColours(bodies) {
  const colours = new Map();
  let metals = 0, media = 0;
  for (const body of bodies) {
    if (colours.has(body.material)) continue;
    const metal = body.substance === "metal";
    colours.set(body.material, metal ? METALS[metals % METALS.length] : MEDIA[media % MEDIA.length]);
    if (metal) metals += 1; else media += 1;
  }
  return colours;
}

/** `#rrggbb` as three numbers from 0 to 1. */
function rgb(colour) {
  return [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255);
}

const DIVERGING = ["#14346b", "#2f6cb3", "#8fbbdd", "#f7f7f5", "#f2b28c", "#cc4b37", "#7a1027"];
const RISING = ["#0b1e3f", "#1f4e79", "#2a7f8e", "#4fae7b", "#a5cf63", "#f2dc62"];

/** A table of 256 colours, three bytes each, through the given ones. */
function colourTable(stops) {
  const points = stops.map(rgb);
  const table = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; i += 1) {
    const at = (i / 255) * (points.length - 1);
    const n = Math.min(points.length - 2, Math.floor(at));
    for (let c = 0; c < 3; c += 1) {
      table[3 * i + c] = Math.round(255 * (points[n][c] + (at - n) * (points[n + 1][c] - points[n][c])));
    }
  }
  return table;
}

const BOTH_WAYS = colourTable(DIVERGING);
const UPWARDS = colourTable(RISING);

/** A table as a gradient for a colour bar, from left to right. */
function gradient(stops) {
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
