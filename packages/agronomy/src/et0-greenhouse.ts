import { actualVapourPressure, type HumidityInput } from './atmosphere.ts';
import { given, inRange, physical } from './checked.ts';
import { dayTemperatures, type Et0Daily, type NoEt0, penmanMonteith } from './et0-daily.ts';
import { clearness, clearSky, daylight, ra as extraterrestrial, rsTemperature } from './radiation.ts';
import { attempt } from './reason.ts';

/** Aerodynamic resistance of still greenhouse air, s/m. Fernández et al. 2010, Irrigation Science 28. */
const GREENHOUSE_RESISTANCE = 150;
/** FAO-56 writes the resistance of grass as 208/u2 (p. 23), so a fixed resistance is a fixed wind, m/s. */
export const GREENHOUSE_WIND = 208 / GREENHOUSE_RESISTANCE;
/** Share of sunlight through one layer of polyethylene: 0.6–0.7 in use. */
const DEFAULT_TRANSMISSIVITY = 0.65;

export interface Et0GreenhouseInput extends HumidityInput {
  /** Day of the year, 1–366. */
  doy: number;
  /** Degrees north. */
  lat: number;
  /** Metres above the sea. Default 0. */
  elevation?: number | null;
  /** Highest and lowest temperature indoors, °C. */
  tmax?: number | null;
  tmin?: number | null;
  /** Solar radiation measured outside, MJ m⁻² d⁻¹. */
  rsOutside?: number | null;
  /** Solar radiation measured inside, MJ m⁻² d⁻¹: used before `rsOutside` × transmissivity. */
  rsInside?: number | null;
  /** Transmissivity of the cover, 0–1. Default 0.65. */
  transmissivity?: number | null;
  /** Temperatures outside, °C: radiation is estimated from them when none is measured. */
  tmaxOutside?: number | null;
  tminOutside?: number | null;
}

/**
 * FAO-56 Penman–Monteith in a plastic greenhouse: radiation through the cover, air from the indoor sensor, a fixed
 * aerodynamic resistance of 150 s/m, clearness from the radiation outside (Fernández et al. 2010).
 */
export function et0Greenhouse(input: Et0GreenhouseInput): Et0Daily | NoEt0 {
  const result = attempt(() => compute(input));
  return result.reason === null ? result.value : { et0: null, reason: result.reason };
}

function compute(input: Et0GreenhouseInput): Et0Daily {
  const temperatures = dayTemperatures(input);
  const elevation = input.elevation ?? 0;
  const place = { lat: input.lat, doy: input.doy };
  const ra = extraterrestrial(place);
  const rso = clearSky(ra, elevation);
  const { ea, method } = actualVapourPressure(temperatures, input);
  const light = greenhouseRadiation(input, temperatures, elevation);
  const terms = penmanMonteith({
    temperatures,
    elevation,
    ea,
    rs: light.inside,
    clear: clearness(light.outside, rso),
    wind: GREENHOUSE_WIND,
    soilHeatFlux: 0,
  });
  const missing: Et0Daily['missing'][number][] = [];
  if (method === 'tmin') missing.push('humidity');
  if (light.method === 'temperature') missing.push('radiation');
  return {
    ...terms,
    ra,
    rso,
    rs: light.inside,
    ea,
    N: daylight(place),
    methods: { ea: method, rs: light.method, wind: 'fixed-resistance' },
    missing,
    reason: null,
  };
}

function greenhouseRadiation(
  input: Et0GreenhouseInput,
  indoor: { tmax: number; tmin: number },
  elevation: number,
): { inside: number; outside: number; method: Et0Daily['methods']['rs'] } {
  const transmissivity = inRange(input.transmissivity ?? DEFAULT_TRANSMISSIVITY, 'transmissivity', 0.05, 1);
  const outside = given(input.rsOutside) ? physical(input.rsOutside, 'rsOutside', 'dailyRadiation') : null;
  if (given(input.rsInside)) {
    const inside = physical(input.rsInside, 'rsInside', 'dailyRadiation');
    return { inside, outside: outside ?? inside / transmissivity, method: 'inside' };
  }
  if (outside !== null) return { inside: transmissivity * outside, outside, method: 'outside' };
  // The indoor range also depends on the greenhouse, so the outdoor range is preferred.
  const range =
    given(input.tmaxOutside) && given(input.tminOutside)
      ? dayTemperatures({ tmax: input.tmaxOutside, tmin: input.tminOutside })
      : indoor;
  const estimate = rsTemperature({ lat: input.lat, doy: input.doy, ...range, elevation });
  return { inside: transmissivity * estimate, outside: estimate, method: 'temperature' };
}
