/** Administrative codes of the provinces, as the first two digits of a national ID name them (GB/T 2260). */
const PROVINCES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 ' +
    '71 81 82 83'
  ).split(' '),
);
/** Weights of the first 17 digits and the check characters by remainder of 11 (GB 11643, ISO 7064 MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_CHARACTERS = '10X98765432';
const FIRST_YEAR = 1900;

function checkCharacter(digits: string): string | undefined {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return CHECK_CHARACTERS[sum % 11];
}

/** Whether a date exists, lies after 1899 and not after `now`. */
function isBirthDate(year: number, month: number, day: number, now: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= FIRST_YEAR &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getTime() <= now
  );
}

/**
 * Whether a text is a national ID of mainland China: 18 digits with check character (x or X), or 15 digits as issued
 * before 1999. Province, birth date and check character must be right; surrounding spaces are not accepted (Spec §5).
 * @param now epoch milliseconds; default the clock
 */
export function nationalId(text: string, now = Date.now()): boolean {
  const isLong = /^\d{17}[\dXx]$/.test(text);
  if ((!isLong && !/^\d{15}$/.test(text)) || !PROVINCES.has(text.slice(0, 2))) return false;
  const born = isLong ? text.slice(6, 14) : `19${text.slice(6, 12)}`;
  const [year, month, day] = [born.slice(0, 4), born.slice(4, 6), born.slice(6, 8)].map(Number);
  if (!isBirthDate(year!, month!, day!, now)) return false;
  return !isLong || checkCharacter(text) === text.at(-1)?.toUpperCase();
}
