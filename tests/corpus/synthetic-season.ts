import { type PlotWaterInput, saxtonRawls } from '@farm3d/agronomy';

/**
 * A season of a maize plot by other physics than those of `ProfileModel`, so that the band is judged against a truth
 * that does not share its assumptions:
 *
 * | | truth | `ProfileModel` and its filter |
 * |---|---|---|
 * | drainage | hourly, conductivity K(θ) of Clapp and Hornberger (1978), 5 cm layers | daily, exponential above field capacity, 10 cm slabs |
 * | field capacity | where drainage falls below 1 mm a day (Meyer and Gee 1999) | a parameter, corrected by the probes' plateaus |
 * | soil | three horizons of different textures | one horizon, by Saxton–Rawls from sampled sand and clay with errors |
 * | transpiration | Beer's law of a leaf area that is up to 8 days early or late | straight Kcb lines of FAO-56 |
 * | evaporation | Ritchie (1972), two stages with the square root of time | FAO-56, linear after the readily evaporable |
 * | roots and stress | exponential with depth; Feddes by matric potential; Jarvis compensation | 40/30/20/10 %; linear in depletion |
 * | rain | a Markov chain of wet days with skewed amounts; a gauge that catches too little, some heavy rain runs off | taken as measured, log-normal error |
 * | ET0 and irrigation | an error that lasts all season, and daily ones with heavy tails | autoregressive log-normal |
 * | probes | gain and offset, errors that persist for days, outages of days, spikes | constant bias and white noise |
 */
export interface SyntheticSeason {
  /** What the plot's owner knows on the morning after `today`. */
  known: (today: number) => PlotWaterInput;
  /** True depletion of the upper `depth` m at the end of a day, mm. */
  depletion: (day: number, depth: number) => number;
}

export const SEASON_DAYS = 115;

const LAYER = 0.05;
const LAYERS = 30;
const PROBE_DEPTHS = [0.1, 0.3, 0.6];
const LAYER_MM = 1000 * LAYER;
/** mm/h: a millimetre a day. */
const FIELD_CAPACITY_FLUX = 1 / 24;

const maize = {
  kcb: [0.15, 1.15, 0.5],
  lengths: [20, 35, 40, 30],
  height: [0.1, 2],
  rootDepth: [0.2, 1],
  p: 0.55,
} as const;

interface Texture {
  sand: number;
  clay: number;
  /** Clapp and Hornberger (1978), table 2: b, air entry m, porosity, conductivity mm/h. */
  b: number;
  entry: number;
  porosity: number;
  conductivity: number;
}

const LOAM: Texture = { sand: 42, clay: 18, b: 5.39, entry: 0.478, porosity: 0.451, conductivity: 25 };
/** Loamy sand, sandy loam, loam, silt loam, sandy clay loam, clay loam: from coarse to fine. */
const TEXTURES: readonly Texture[] = [
  { sand: 82, clay: 6, b: 4.38, entry: 0.09, porosity: 0.41, conductivity: 563 },
  { sand: 65, clay: 10, b: 4.9, entry: 0.218, porosity: 0.435, conductivity: 125 },
  LOAM,
  { sand: 20, clay: 15, b: 5.3, entry: 0.786, porosity: 0.485, conductivity: 26 },
  { sand: 58, clay: 27, b: 7.12, entry: 0.299, porosity: 0.42, conductivity: 22.7 },
  { sand: 32, clay: 34, b: 8.52, entry: 0.63, porosity: 0.476, conductivity: 8.8 },
];

/** Random numbers of the truth, of another kind than the filter's (xorshift). */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0 || 1;
    for (let skip = 0; skip < 20; skip++) this.uniform();
  }

  uniform(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Laplace with standard deviation 1: heavier tails than the normal. */
  heavy(): number {
    const u = this.uniform() - 0.5;
    return (-Math.sign(u) * Math.log(1 - 2 * Math.abs(u) + 1e-12)) / Math.SQRT2;
  }

  /** A skewed amount with this mean: half a chi-square, half an exponential. */
  amount(mean: number): number {
    return (mean * this.normal() ** 2 + mean * -Math.log(1 - this.uniform())) / 2;
  }
}

/** A column of soil with roots. */
class Column {
  readonly theta: Float64Array;
  readonly #layers: readonly Texture[];
  readonly capacity: Float64Array;

  constructor(layers: readonly Texture[], start: number) {
    this.#layers = layers;
    this.capacity = Float64Array.from(
      layers,
      ({ porosity, conductivity, b }) => porosity * (FIELD_CAPACITY_FLUX / conductivity) ** (1 / (2 * b + 3)),
    );
    this.theta = this.capacity.map((capacity) => capacity * start);
  }

  #at(layer: number): number {
    return this.theta[layer] ?? 0;
  }

  texture(layer: number): Texture {
    const texture = this.#layers[layer];
    if (texture === undefined) throw new Error(`no layer ${layer}`);
    return texture;
  }

  /** Matric potential, m (positive). */
  suction(layer: number): number {
    const { entry, porosity, b } = this.texture(layer);
    return entry * (this.#at(layer) / porosity) ** -b;
  }

  wilting(layer: number): number {
    const { entry, porosity, b } = this.texture(layer);
    return porosity * (entry / 150) ** (1 / b);
  }

  /** Takes mm from a layer, down to `floor` m³/m³; returns what was there. */
  take(layer: number, mm: number, floor: number): number {
    const gone = Math.min(mm, Math.max(0, this.#at(layer) - floor) * LAYER_MM);
    this.theta[layer] = this.#at(layer) - gone / LAYER_MM;
    return gone;
  }

  /** Each layer drains at its conductivity (unit gradient); a full one below holds it up. */
  #drain(hours: number): void {
    const steps = 8;
    for (let step = 0; step < steps; step++) {
      for (let layer = LAYERS - 1; layer >= 0; layer--) {
        const { porosity, b, conductivity } = this.texture(layer);
        const flux = (conductivity * (this.#at(layer) / porosity) ** (2 * b + 3) * hours) / steps;
        const room =
          layer === LAYERS - 1
            ? Infinity
            : (this.texture(layer + 1).porosity - this.#at(layer + 1)) * LAYER_MM;
        const moved = Math.max(0, Math.min(flux, 0.3 * this.#at(layer) * LAYER_MM, room));
        this.theta[layer] = this.#at(layer) - moved / LAYER_MM;
        if (layer < LAYERS - 1) this.theta[layer + 1] = this.#at(layer + 1) + moved / LAYER_MM;
      }
    }
  }

  /** Water from above fills layer by layer, then a day of drainage. */
  wet(mm: number): void {
    let left = mm;
    for (let layer = 0; layer < LAYERS && left > 0; layer++) {
      const room = (this.texture(layer).porosity - this.#at(layer)) * LAYER_MM;
      const kept = Math.min(left, room);
      this.theta[layer] = this.#at(layer) + kept / LAYER_MM;
      left -= kept;
    }
    for (let hour = 0; hour < 24; hour += 2) this.#drain(2);
  }

  /** m³/m³ around a depth: a probe senses 10 cm. */
  around(depth: number): number {
    const layer = Math.round(depth / LAYER);
    return (this.#at(layer - 1) + this.#at(layer)) / 2;
  }

  depletion(depth: number): number {
    let total = 0;
    for (let layer = 0; layer < LAYERS; layer++) {
      const share = Math.min(1, Math.max(0, (depth - layer * LAYER) / LAYER));
      total += share * LAYER_MM * Math.max(0, (this.capacity[layer] ?? 0) - this.#at(layer));
    }
    return total;
  }
}

/** Feddes: full uptake up to 5 m of suction, none from 150 m on. */
const uptakeShare = (suction: number): number => Math.min(1, Math.max(0, (150 - suction) / 145));
/** Jarvis: stress below this share of the demand is made up by wetter layers. */
const COMPENSATION = 0.7;

function transpire(column: Column, demand: number, depth: number): void {
  const weights = Array.from({ length: LAYERS }, (_, layer) =>
    layer * LAYER < depth ? Math.exp((-3 * layer * LAYER) / depth) : 0,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pulls = weights.map((weight, layer) => (weight / total) * uptakeShare(column.suction(layer)));
  const met = pulls.reduce((sum, pull) => sum + pull, 0);
  const factor = demand / Math.max(met, COMPENSATION);
  for (const [layer, pull] of pulls.entries()) column.take(layer, pull * factor, column.wilting(layer));
}

/** Ritchie: as the air wants it up to `first` mm, then by the square root of time. */
class Evaporation {
  #sum = 0;
  #days = 0;
  readonly #first: number;
  readonly #alpha: number;

  constructor(first: number, alpha: number) {
    this.#first = first;
    this.#alpha = alpha;
  }

  of(potential: number, wetting: number): number {
    if (wetting > 2) {
      this.#sum = Math.max(0, this.#sum - wetting);
      this.#days = 0;
    }
    if (this.#sum < this.#first) {
      const gone = Math.min(potential, this.#first - this.#sum + 1);
      this.#sum += gone;
      return gone;
    }
    this.#days++;
    const gone = this.#alpha * (Math.sqrt(this.#days) - Math.sqrt(this.#days - 1));
    return Math.min(potential, gone);
  }
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Horizons of one to two neighbouring textures, each soil off the mean of its class. */
function layersOf(chance: Chance): Texture[] {
  const first = Math.floor(chance.uniform() * TEXTURES.length);
  const cuts = [chance.between(0.25, 0.4), chance.between(0.6, 1)];
  const horizons = [0, 1, 2].map(() => {
    const place = Math.min(TEXTURES.length - 1, Math.max(0, first + Math.floor(chance.between(-1, 2))));
    const texture = TEXTURES[place] ?? LOAM;
    return {
      ...texture,
      b: texture.b * chance.between(0.9, 1.1),
      porosity: texture.porosity + chance.between(-0.02, 0.02),
      conductivity: texture.conductivity * Math.exp(0.5 * chance.normal()),
      entry: texture.entry * Math.exp(0.2 * chance.normal()),
    };
  });
  return Array.from({ length: LAYERS }, (_, layer) => {
    const depth = (layer + 0.5) * LAYER;
    return horizons[depth < (cuts[0] ?? 0) ? 0 : depth < (cuts[1] ?? 0) ? 1 : 2] ?? LOAM;
  });
}

/** What is entered of the soil: the topsoil's sand and clay from a sample, with the errors of one. */
function enteredSoil(top: Texture, chance: Chance): PlotWaterInput['soil'] {
  const sand = Math.min(90, Math.max(5, top.sand + 5 * chance.normal()));
  const clay = Math.min(95 - sand, Math.max(3, top.clay + 3 * chance.normal()));
  const { fieldCapacity, wiltingPoint, saturation } = saxtonRawls({ sand, clay, organicMatter: 1.5 });
  return {
    horizons: [{ bottom: 1.2, fieldCapacity, wiltingPoint, saturation }],
    evaporationDepth: 0.1,
    // FAO-56 table 19: 2–7 mm of light soils, 8–11 mm of the others.
    readilyEvaporable: Math.min(9, 50 * (fieldCapacity - wiltingPoint / 2)),
  };
}

/** Readings of a probe through the season: gain, offset, errors that persist, outages, spikes. */
function probeErrors(chance: Chance): (real: number) => number | null {
  const gain = 1 + 0.05 * chance.normal();
  const offset = 0.015 * chance.normal();
  let wander = 0;
  let silent = 0;
  return (real) => {
    wander = 0.7 * wander + 0.005 * chance.heavy();
    if (silent > 0) silent--;
    else if (chance.uniform() < 0.02) silent = 1 + Math.floor(6 * chance.uniform());
    const spike = chance.uniform() < 0.005 ? chance.between(-0.1, 0.25) : 0;
    const read = gain * real + offset + wander + 0.004 * chance.heavy() + spike;
    return silent > 0 ? null : Math.max(0, read);
  };
}

export function syntheticSeason(seed: number): SyntheticSeason {
  const chance = new Chance(seed);
  const layers = layersOf(chance);
  const column = new Column(layers, chance.between(0.88, 1));
  const soil = enteredSoil(column.texture(0), chance);
  const evaporation = new Evaporation(chance.between(5, 11), chance.between(3, 5));
  const early = chance.between(-8, 8);
  const leaves = chance.between(3, 5);
  const deepest = chance.between(0.75, 1.15);
  const etBias = 1 + 0.08 * chance.normal();
  const caught = chance.between(0.88, 1);
  const meterBias = 1 + 0.06 * chance.normal();
  const every = 7 + Math.floor(7 * chance.uniform());
  const dose = chance.between(22, 42);
  const probes = PROBE_DEPTHS.map((depth) => ({
    depth,
    read: probeErrors(chance),
    readings: [] as { day: number; vwc: number }[],
  }));
  const days: PlotWaterInput['days'][number][] = [];
  const depletions: Float64Array[] = [];
  let isWet = false;
  let cloud = 0;
  for (let day = 0; day < SEASON_DAYS; day++) {
    isWet = chance.uniform() < (isWet ? 0.4 : 0.13);
    cloud = 0.6 * cloud + 0.5 * chance.normal();
    const rain = isWet ? chance.amount(9) : 0;
    const et0 = Math.max(
      0.8,
      4.8 + 1.2 * Math.sin((Math.PI * day) / SEASON_DAYS) - (isWet ? 1.8 : 0) - cloud,
    );
    const irrigation = day > 10 && day % every === 0 ? dose : 0;
    const given = irrigation * meterBias * (1 + 0.06 * chance.heavy());
    const leafArea =
      leaves * logistic((day - 38 - early) / 6) * (1 - 0.8 * logistic((day - 112 - early) / 5));
    const roots = 0.15 + deepest * logistic((day - 40 - early) / 11);
    const light = Math.exp(-0.5 * leafArea);
    const soaked = rain - (rain > 25 ? 0.3 * (rain - 25) : 0) + given;
    let bare = evaporation.of(1.1 * et0 * light, soaked);
    for (let layer = 0; layer < 3; layer++) bare -= column.take(layer, bare, 0.4 * column.wilting(layer));
    transpire(column, 1.18 * et0 * (1 - light), roots);
    column.wet(soaked);
    for (const probe of probes) {
      const vwc = probe.read(column.around(probe.depth));
      if (vwc !== null) probe.readings.push({ day, vwc });
    }
    depletions.push(Float64Array.from({ length: LAYERS + 1 }, (_, layer) => column.depletion(layer * LAYER)));
    days.push({
      et0: Math.max(0.3, (et0 / etBias) * (1 + 0.06 * chance.heavy())),
      rain: Math.max(0, rain * caught * (1 + 0.08 * chance.heavy())),
      irrigation,
      wettedShare: 1,
      wind: 2,
      windHeight: 2,
      rhMin: 45,
    });
  }
  return {
    known: (today) => ({
      crop: maize,
      soil,
      days: days.slice(0, today + 1),
      probes: probes.map(({ depth, readings }) => ({
        depth,
        readings: readings.filter(({ day }) => day <= today),
      })),
      ahead: [],
      seed,
    }),
    depletion: (day, depth) => {
      const all = depletions[day];
      const place = Math.min(LAYERS, depth / LAYER);
      const low = Math.floor(place);
      const one = all?.[low] ?? 0;
      return one + (place - low) * ((all?.[Math.min(LAYERS, low + 1)] ?? one) - one);
    },
  };
}
