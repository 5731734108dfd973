import { describe, expect, it } from 'vitest';
import { areaTree } from './area-rules.ts';

const ROWS = [
  ['11', '北京市'],
  ['1101', '市辖区'],
  ['110101', '东城区'],
  ['44', '广东省'],
  ['4419', '东莞市'],
  ['441900', '东莞市'],
  ['441900003', '东城街道'],
  ['41', '河南省'],
  ['4190', '省直辖县级行政区划'],
  ['419001', '济源市'],
  ['13', '河北省'],
  ['1301', '石家庄市'],
  ['130102', '长安区'],
  ['130102001', '建北街道'],
  ['130102001001', '棉一社区居民委员会'],
].map(([code = '', name = '']) => ({ code, name }));

const tree = new Map(areaTree(ROWS).map((area) => [area.code, area]));
const parentOf = (code: string): string | undefined => tree.get(code)?.parent;

describe('the area tree', () => {
  it('pads every code to twelve digits and hangs each level below the one above', () => {
    expect(tree.get('130102001001')).toEqual({
      code: '130102001001',
      name: '棉一社区居民委员会',
      parent: '130102001000',
      level: 5,
    });
    expect(parentOf('130102001000')).toBe('130102000000');
    expect(parentOf('130100000000')).toBe('130000000000');
    expect(parentOf('130000000000')).toBe('0');
  });

  it('has no city between a municipality and its districts', () => {
    expect(parentOf('110101000000')).toBe('110000000000');
    expect(tree.has('110100000000')).toBe(false);
  });

  it('has no city that is only a category of the statistics', () => {
    expect(parentOf('419001000000')).toBe('410000000000');
    expect(tree.has('419000000000')).toBe(false);
  });

  it('makes one place of a city and its only county of the same padded code', () => {
    expect(tree.get('441900000000')).toEqual({
      code: '441900000000',
      name: '东莞市',
      parent: '440000000000',
      level: 2,
    });
    expect(parentOf('441900003000')).toBe('441900000000');
  });

  it('does not depend on the order of the rows', () => {
    expect(areaTree([...ROWS].reverse())).toEqual(areaTree(ROWS));
  });

  it('is in the order of the codes', () => {
    const codes = areaTree(ROWS).map(({ code }) => code);
    expect(codes[0]).toBe('110000000000');
    expect(codes).toEqual([...codes].sort());
  });

  it('takes a name for a category only where it ends like one', () => {
    const [city] = areaTree([{ code: '4190', name: '直辖县级行政区划办公区' }]);
    expect(city?.level).toBe(2);
  });

  it('refuses a code of no level, and names it', () => {
    expect(() => areaTree([{ code: '130', name: '?' }])).toThrow('130 is no code of an area');
  });
});
