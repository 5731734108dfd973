import type { Drive } from 'farm3d-engine';

/** What a device reports, by key; undefined while unknown. */
type ReadingOf = (key: string) => unknown;

const numberOf = (value: unknown): number | undefined => {
  const found =
    typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
};
const share = (percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : Math.min(1, Math.max(0, percent / 100));

/** Full speed of a fan, A: what the pad fan draws when it runs. */
const FAN_FULL_AMPERE = 6;

/** Key of the opening of a rolling film, in %. */
const FILM_KEY = 'filmOpening';
/** How far a film is open, 0 … 1; undefined while unknown. */
export const filmOpening = (reading: ReadingOf): number | undefined => share(numberOf(reading(FILM_KEY)));

/** What a device's readings make of its moving parts; undefined when none of them does. */
export function driveOf(reading: ReadingOf): Drive | undefined {
  const open = share(
    numberOf(reading('opening')) ?? numberOf(reading('shadeOpening')) ?? numberOf(reading(FILM_KEY)),
  );
  const ampere = numberOf(reading('fanCurrent'));
  const drive = {
    ...(open === undefined ? {} : { open }),
    ...(ampere === undefined ? {} : { spin: Math.min(1, Math.max(0, ampere / FAN_FULL_AMPERE)) }),
  };
  return Object.keys(drive).length > 0 ? drive : undefined;
}
