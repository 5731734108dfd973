/** Water in the soil of one irrigation zone: three layers, each a bucket. */
export interface Soil {
  /** Volumetric water content of the layers, m³/m³, top first. */
  readonly water: readonly [number, number, number];
}

/** Thickness of the layers around the probes at 10, 20 and 40 cm, mm. */
const LAYER_MM = [150, 100, 250] as const;
/** Share of each layer in the evapotranspiration. */
const UPTAKE = [0.5, 0.3, 0.2] as const;
/** Sandy loam: full, field capacity, wilting point (FAO-56 table 19). */
export const SATURATION = 0.42;
export const FIELD_CAPACITY = 0.29;
export const WILTING_POINT = 0.13;
/** Water above field capacity leaves a layer with this time constant, hours. */
const DRAIN_HOURS = [6, 8, 24] as const;

/** Water of one step, mm; together with the change in store they balance exactly. */
export interface SoilStep {
  readonly soil: Soil;
  readonly evapotranspiration: number;
  readonly drainage: number;
}

export const soilStore = (soil: Soil): number =>
  soil.water.reduce((sum, content, i) => sum + content * (LAYER_MM[i] ?? 0), 0);

/**
 * One step of the bucket model: water enters at the top, the part above saturation flows on at once, the part above
 * field capacity drains slowly, roots take up `demand`, limited by the available water.
 *
 * @param supply water onto the soil in this step, mm
 * @param demand water uptake of the crop, mm
 */
export function stepSoil(soil: Soil, supply: number, demand: number, seconds: number): SoilStep {
  const water: [number, number, number] = [...soil.water];
  let falling = supply;
  let evapotranspiration = 0;
  for (let i = 0; i < 3; i++) {
    const thick = LAYER_MM[i]!;
    let store = water[i]! * thick + falling;
    falling = 0;
    const wilting = WILTING_POINT * thick;
    // Uptake decreases between 40 % of the available water and the wilting point.
    const ease = Math.min(
      1,
      Math.max(0, (store - wilting) / (0.4 * (FIELD_CAPACITY - WILTING_POINT) * thick)),
    );
    const taken = Math.min(Math.max(0, store - wilting), demand * UPTAKE[i]! * ease);
    store -= taken;
    evapotranspiration += taken;
    const over = Math.max(0, store - SATURATION * thick);
    store -= over;
    const excess = Math.max(0, store - FIELD_CAPACITY * thick);
    const drained = excess * (1 - Math.exp(-seconds / (DRAIN_HOURS[i]! * 3600)));
    store -= drained;
    falling = over + drained;
    water[i] = store / thick;
  }
  return { soil: { water }, evapotranspiration, drainage: falling };
}

/**
 * Water uptake of the crop, mm in this step: radiation under film over the latent heat of water, with a small term at
 * night from the warm soil.
 */
export const cropDemand = (radiation: number, seconds: number): number =>
  ((radiation * 0.65 * 0.62) / 2.45e6) * seconds + (0.004 / 3600) * seconds;
