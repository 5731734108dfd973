/** Digits of an area code on the wire. Spec §9. */
const AREA_CODE_DIGITS = 12;
/** Digits of a code by level: province, city, county, town, village. */
const LEVEL_DIGITS = [2, 4, 6, 9, AREA_CODE_DIGITS] as const;
/** Levels of an area field in a form. Spec §9. */
export const AREA_LEVELS = 5;
/** Levels of an area filter of a list. Spec §9. */
export const AREA_FILTER_LEVELS = 4;
/** Beijing, Tianjin, Shanghai, Chongqing: they have no city level. Spec §9. */
const MUNICIPALITIES: ReadonlySet<string> = new Set(['11', '12', '31', '50']);

/** Whether a code of 2 to 12 digits lies in Beijing, Tianjin, Shanghai or Chongqing. */
export const isInMunicipality = (code: string): boolean => MUNICIPALITIES.has(code.slice(0, 2));

/** A code of 12 digits and its level, 1 province … 5 village. */
export interface PaddedAreaCode {
  readonly code: string;
  readonly level: number;
}

/**
 * Pads an area code with zeros to 12 digits; the level is that of its last digit other than zero.
 * @param code 2 to 12 digits
 * @throws {TypeError} for any other text
 */
export function padAreaCode(code: string): PaddedAreaCode {
  if (!/^\d{2,12}$/.test(code)) throw new TypeError(`${code} is no area code`);
  const padded = code.padEnd(AREA_CODE_DIGITS, '0');
  const level = LEVEL_DIGITS.findIndex((digits) => /^0*$/.test(padded.slice(digits))) + 1;
  return { code: padded, level };
}

/**
 * Code of the city of an area, 12 digits; in a municipality its own code; null for a bare province.
 * @throws {TypeError} for a text that is no area code
 */
export function cityLevelCode(area: string): string | null {
  const { code, level } = padAreaCode(area);
  if (isInMunicipality(code)) return padAreaCode(code.slice(0, 2)).code;
  return level === 1 ? null : padAreaCode(code.slice(0, 4)).code;
}
