import { expect } from 'vitest';
import { refusal, type Cases } from './support.ts';

// The numbers are those of the National Bureau of Statistics, edition 2023.
export const areasCases: Cases<'areas'> = {
  'areas.get': async ({ api }) => {
    expect(await api.areas.get('110101000000')).toEqual({
      code: '110101000000',
      name: '东城区',
      parentCode: '110000000000',
      level: 3,
      leaf: false,
    });
    // Fewer digits are filled up; a village is a leaf.
    expect(await api.areas.get('1301')).toMatchObject({ name: '石家庄市', parentCode: '130000000000' });
    expect(await api.areas.get('110101001001')).toMatchObject({ level: 5, leaf: true });
    expect(await refusal(api.areas.get('999999999999'))).toMatchObject({ status: 404 });
  },

  'areas.search': async ({ api }) => {
    const namesOf = async (text: string): Promise<string[]> =>
      (await api.areas.search(text)).items.map(({ path }) => path.map(({ name }) => name).join('/'));
    expect((await namesOf('潍坊'))[0]).toBe('山东省/潍坊市');
    expect((await namesOf('东城区'))[0]).toBe('北京市/东城区');
    expect(await namesOf('没有这个地方')).toEqual([]);
    // An exact name comes before names that contain it; at most fifty are returned.
    expect((await namesOf('城区'))[0]).toMatch(/\/城区$/);
    expect(await namesOf('县')).toHaveLength(50);
    expect(await refusal(api.areas.search(' '))).toMatchObject({ status: 400, field: 'name' });
  },

  'areas.children': async ({ api }) => {
    const namesBelow = async (code?: string): Promise<string[]> =>
      (await api.areas.children(code)).items.map(({ name }) => name);
    expect(await namesBelow()).toHaveLength(31);
    const beijing = await namesBelow('110000000000');
    expect([beijing.length, beijing[0]]).toEqual([16, '东城区']);
    expect(await namesBelow('500000000000')).toHaveLength(38);
    expect(await namesBelow('130000000000')).toHaveLength(11);
    expect(await namesBelow('130100000000')).toHaveLength(24);
    expect(await namesBelow('110101000000')).toHaveLength(17);
    // A city that is its own only county: its towns are below it; and no category of the statistics is a city.
    const dongguan = (await api.areas.children('441900000000')).items;
    expect(dongguan.length).toBeGreaterThan(30);
    expect(new Set(dongguan.map(({ level }) => level))).toEqual(new Set([4]));
    expect(await namesBelow('410000000000')).toContain('济源市');
    expect(await namesBelow('410000000000')).not.toContain('省直辖县级行政区划');
    expect(await refusal(api.areas.children('999999999999'))).toMatchObject({ status: 404 });
  },
};
