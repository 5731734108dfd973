import { finite, inRange, settled } from './checked.ts';
import { AgronomyError } from './reason.ts';

/** Lanczos coefficients, g = 7, nine terms: relative error under 1e-14 for positive arguments. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** ln Γ(x) for x > 0. */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const shifted = x - 1;
  let series: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) series += (LANCZOS[i] as number) / (shifted + i);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

/**
 * Distribution function of the gamma distribution, `scale` 1: the regularised incomplete gamma P(shape, x).
 * Power series below the mean, Lentz's continued fraction above; error under 1e-12.
 */
export function gammaCdf(input: { shape: number; x: number }): number {
  const shape = inRange(input.shape, 'shape', 1e-9, 1e9);
  const x = finite(input.x, 'x');
  if (x <= 0) return 0;
  const front = Math.exp(shape * Math.log(x) - x - lnGamma(shape));
  if (x < shape + 1) {
    let term = 1 / shape;
    let total = term;
    for (let n = shape + 1; Math.abs(term) > Math.abs(total) * 1e-16; n++) {
      term *= x / n;
      total += term;
    }
    return Math.min(1, front * total);
  }
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1; i < 10_000; i++) {
    const a = -i * (i - shape);
    b += 2;
    d = 1 / guard(a * d + b, tiny);
    c = guard(b + a / c, tiny);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return Math.max(0, 1 - front * fraction);
}

function guard(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

// Wichura 1988, algorithm AS 241 (PPND16), Applied Statistics 37: relative error about 1e-16.
const CENTRE_TOP = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTRE_BOTTOM = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const NEAR_TOP = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const NEAR_BOTTOM = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_TOP = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_BOTTOM = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + (coefficients[i] as number);
  return value;
}

/** Quantile of the standard normal distribution, rounded like all results; ∓Infinity at 0 and 1. */
export function normInv(probability: number): number {
  return settled(normalQuantile(probability));
}

/** {@link normInv} at full precision. */
export function normalQuantile(probability: number): number {
  const p = inRange(probability, 'probability', 0, 1);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_TOP, r)) / polynomial(CENTRE_BOTTOM, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const tail =
    r <= 5
      ? polynomial(NEAR_TOP, r - 1.6) / polynomial(NEAR_BOTTOM, r - 1.6)
      : polynomial(FAR_TOP, r - 5) / polynomial(FAR_BOTTOM, r - 5);
  return q < 0 ? -tail : tail;
}

/** Median of at least one number. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) throw new AgronomyError('insufficient_data');
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const high = sorted[middle] as number;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

/** A quantile (share 0–1), interpolated between order statistics; 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
}

/** Median absolute deviation from the median. */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

/**
 * Theil–Sen line: the median of the slopes of all pairs; the intercept is the median of the residuals. It
 * resists up to 29 % of outliers. Needs two different x.
 */
export function theilSen(input: { x: readonly number[]; y: readonly number[] }): {
  slope: number;
  intercept: number;
} {
  const { x, y } = input;
  const slopes: number[] = [];
  for (let i = 0; i < x.length; i++) {
    const xi = finite(x[i], 'x');
    const yi = finite(y[i], 'y');
    for (let j = 0; j < i; j++) {
      const run = xi - (x[j] as number);
      if (run !== 0) slopes.push((yi - (y[j] as number)) / run);
    }
  }
  if (slopes.length === 0) throw new AgronomyError('insufficient_data', 'x');
  const slope = median(slopes);
  const intercept = median(y.map((value, index) => value - slope * (x[index] as number)));
  return { slope: settled(slope), intercept: settled(intercept) };
}
