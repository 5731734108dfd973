const ENGINE = 'packages/farm3d-engine/src';

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
];
