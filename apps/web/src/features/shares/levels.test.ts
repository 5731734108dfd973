import { describe, expect, it } from 'vitest';
import { levelOf, LEVELS, permissionsOf } from './forms.ts';

describe('levels of a share', () => {
  it.each(LEVELS)('%s is found again by its permissions, in any order', (level) => {
    expect(levelOf(permissionsOf(level).toReversed())).toBe(level);
  });

  it('is none for other permissions', () => {
    expect(levelOf(['view', 'control'])).toBeNull();
  });
});
