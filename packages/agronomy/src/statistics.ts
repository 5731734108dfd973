import { finite, inRange } from './checked.ts';
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
  3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
  45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const CENTRE_BOTTOM = [
  1, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867,
  39307.895800092710610, 28729.085735721942674, 5226.4952788528545610,
];
const NEAR_TOP = [
  1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
  1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4,
];
const NEAR_BOTTOM = [
  1, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550, 0.148103976427480074590,
  0.0151986665636164571966, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
];
const FAR_TOP = [
  6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230,
  0.0265321895265761230930, 0.00124266094738807843860, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const FAR_BOTTOM = [
  1, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525, 7.86869131145613259100e-4,
  1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + (coefficients[i] as number);
  return value;
}

/** Quantile of the standard normal distribution; ∓Infinity at 0 and 1. */
export function normInv(probability: number): number {
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
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new AgronomyError('insufficient_data');
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const high = sorted[middle] as number;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

/** Median absolute deviation from the median. */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

/**
 * Theil–Sen line: the median of the slopes of all pairs, and the median of what is left as intercept. Up to 29 %
 * of wild points do not move it. Needs two different x.
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
  return { slope, intercept: median(y.map((value, index) => value - slope * (x[index] as number))) };
}
