import type uPlot from 'uplot';
import type { ChartColour, ChartShade, ChartThreshold } from './chart-types.ts';

/** Root font size, px. */
export const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** A colour of the present theme as CSS. */
export function resolve(colour: ChartColour): string {
  if (colour.startsWith('#')) return colour;
  return getComputedStyle(document.documentElement).getPropertyValue(`--farm-${colour}`).trim() || '#888888';
}

/** A `#rrggbb` made translucent; anything else as it is. */
export function translucent(colour: string, alpha: number): string {
  if (!/^#[\da-f]{6}$/i.test(colour)) return colour;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** A fade under a line. */
export function gradient(plot: uPlot, colour: string): CanvasGradient {
  const { top, height } = plot.bbox;
  const fade = plot.ctx.createLinearGradient(0, top, 0, top + Math.max(1, height));
  fade.addColorStop(0, translucent(colour, 0.26));
  fade.addColorStop(1, translucent(colour, 0));
  return fade;
}

/** Width right of the plot for the longest threshold label, px. */
export function labelRoom(thresholds: readonly ChartThreshold[], size: number): number {
  const ink = document.createElement('canvas').getContext('2d');
  if (!ink || thresholds.length === 0) return 0.25 * size;
  ink.font = `${0.75 * size}px system-ui, sans-serif`;
  return Math.ceil(Math.max(...thresholds.map(({ label }) => ink.measureText(label).width)) + 0.6 * size);
}

/** Lines across the plot, each named at its right edge. */
export function drawThresholds(plot: uPlot, thresholds: readonly ChartThreshold[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `${0.75 * rem() * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { value, label, colour } of thresholds) {
    const y = Math.round(plot.valToPos(value, 'y', true)) + 0.5;
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = translucent(resolve(colour), 0.75);
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillStyle = resolve('ink-3');
    ctx.fillText(label, bbox.left + bbox.width + 5 * devicePixelRatio, y);
  }
  ctx.restore();
}

/** A triangle at the upper edge for each mark. */
export function drawMarks(plot: uPlot, marks: readonly number[]): void {
  const { ctx, bbox } = plot;
  const side = 0.4 * rem() * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = resolve('amber');
  for (const mark of marks) {
    const x = plot.valToPos(mark / 1000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x - side, bbox.top);
    ctx.lineTo(x + side, bbox.top);
    ctx.lineTo(x, bbox.top + 1.5 * side);
    ctx.fill();
  }
  ctx.restore();
}

/** Least width of a shade, CSS px: a minute is seen in a month, too. */
const SHADE_MIN_WIDTH = 2;

/** Times shaded over the whole height, below the lines. */
export function drawShades(plot: uPlot, shades: readonly ChartShade[]): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.fillStyle = translucent(resolve('alarm'), 0.22);
  for (const { from, to } of shades) {
    const start = Math.max(bbox.left, plot.valToPos(from / 1000, 'x', true));
    const end = Math.min(right, plot.valToPos(to / 1000, 'x', true));
    if (start > right || end < bbox.left) continue;
    ctx.fillRect(start, bbox.top, Math.max(SHADE_MIN_WIDTH * devicePixelRatio, end - start), bbox.height);
  }
  ctx.restore();
}
