const ENGINE = 'packages/farm3d-engine/src';
const VALIDATION = 'packages/api/src/validation';

const HAS_LIMIT = 'equivalent: a field of this type always has a limit; the check is for the compiler';

/**
 * Why a mutant may survive. `code`: part of its line; `to`: part of what the page says about it (default: each of the
 * line). It goes on counting as missed.
 */
export const REASONS = [
  {
    file: `${ENGINE}/document/commands/set-transform.ts`,
    code: 'merge === undefined ? {}',
    to: 'ConditionalExpression false',
    because: 'equivalent: `merge: undefined` is read like no `merge`',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: "locale: Locale = 'zh-CN'",
    because: 'equivalent: every language but English is Chinese',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'n === undefined ? {}',
    because: 'equivalent: a value that is undefined is left in its place like a missing one',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'return limit !== undefined &&',
    to: 'ConditionalExpression true',
    because: HAS_LIMIT,
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'T00:00:00Z',
    to: 'Regex',
    because: 'equivalent: Date does not read more than a date before its time either',
  },
  ...['148:36', '160:36'].map((to) => ({
    file: `${VALIDATION}/field-rules.ts`,
    code: 'limit === undefined',
    to,
    because: HAS_LIMIT,
  })),
];
