import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Who is counted. */
export type LimitName = 'ip' | 'user' | 'organisation' | 'device' | 'gateway' | 'stranger';

/** Calls in a minute. All are on by default; FARM3D_LIMITS raises or lowers them by name. */
export const DEFAULT_LIMITS: Readonly<Record<LimitName, number>> = {
  /** Calls of people and programs from one address; several share one behind a router. */
  ip: 2_400,
  user: 1_200,
  organisation: 12_000,
  /** Messages of one device, or of one network server's integration. Over MQTT a device is held back, not refused. */
  device: 1_200,
  /** Messages of one gateway, for all devices behind it. */
  gateway: 12_000,
  /** Device tokens that nobody has, from one address: guessing. */
  stranger: 60,
};

const MINUTE_SECONDS = 60;

/** Counts calls, each name with its own keys; what is over waits. In memory: a restart forgives. */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory>();

  constructor(limits: Partial<Record<LimitName, number>> = {}) {
    for (const [name, points] of Object.entries({ ...DEFAULT_LIMITS, ...limits }) as [LimitName, number][]) {
      this.#limiters.set(name, new RateLimiterMemory({ points, duration: MINUTE_SECONDS }));
    }
  }

  /** Counts one call. Milliseconds until the next is allowed; 0 when this one is. */
  async take(name: LimitName, key: string): Promise<number> {
    try {
      await this.#limiters.get(name)?.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
      throw error;
    }
  }

  /** As `take`, without counting. */
  async wait(name: LimitName, key: string): Promise<number> {
    const limiter = this.#limiters.get(name);
    const state = await limiter?.get(key);
    return limiter && state && state.consumedPoints >= limiter.points ? Math.max(1, state.msBeforeNext) : 0;
  }
}

/**
 * Reads `name=number,…` of the setting `setting`; the names are those of `defaults`.
 * @throws {TypeError} naming what is no limit.
 */
export function parseNumbers<Name extends string>(
  setting: string,
  defaults: Readonly<Record<Name, number>>,
  unit: string,
  text: string,
): Partial<Record<Name, number>> {
  const numbers: Partial<Record<Name, number>> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    if (!Object.hasOwn(defaults, name) || !/^[1-9]\d{0,8}$/.test(value)) {
      const names = Object.keys(defaults);
      throw new TypeError(
        `${setting}: '${part.trim()}' is no limit; write for example ${names[0]}=600 (${names.join(', ')}; ${unit})`,
      );
    }
    numbers[name as Name] = Number(value);
  }
  return numbers;
}
