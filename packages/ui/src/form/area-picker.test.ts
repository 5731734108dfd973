import { describe, expect, it, vi } from 'vitest';
import type { AreaNode, AreaSource } from './form-types.ts';
import { createAreaPicker } from './area-picker.ts';

const area = (code: string, name: string, level: number, leaf = false): AreaNode => ({
  code,
  name,
  level,
  leaf,
});
const SHANDONG = area('370000000000', '山东省', 1);
const BEIJING = area('110000000000', '北京市', 1);
const WEIFANG = area('370700000000', '潍坊市', 2);
const DONGCHENG = area('110101000000', '东城区', 3);

function createPicker(limit = 1, part: Partial<AreaSource> = {}, levels?: number) {
  let selected: readonly string[] = [];
  const children = vi.fn(async (code: string | undefined) => {
    if (code === undefined) return [BEIJING, SHANDONG];
    return code === SHANDONG.code ? [WEIFANG] : [DONGCHENG];
  });
  const picker = createAreaPicker({
    source: { children, path: async () => [SHANDONG, WEIFANG], search: async () => [], ...part },
    locale: () => 'zh-CN',
    limit,
    levels,
    selected: () => selected,
    onChange: (codes) => void (selected = codes),
  });
  return { picker, children, selected: () => selected };
}
const names = (picker: ReturnType<typeof createAreaPicker>) =>
  picker.shown.value?.map((path) => path.map(({ name }) => name).join('/'));

describe('the area cascader', () => {
  it('fetches each level when it is opened, once', async () => {
    const { picker, children } = createPicker();
    await picker.open([]);
    await picker.open([SHANDONG]);
    await picker.open([]);
    expect(names(picker)).toEqual(['北京市', '山东省']);
    expect(children.mock.calls.map(([code]) => code)).toEqual([undefined, SHANDONG.code]);
  });

  it('goes from a municipality straight to its districts', async () => {
    const { picker } = createPicker();
    await picker.open([BEIJING]);
    expect(names(picker)).toEqual(['北京市/东城区']);
  });

  it('has an empty list when the fetch fails, and fetches again when it is opened again', async () => {
    let isOffline = true;
    const { picker } = createPicker(1, {
      children: async () => {
        if (isOffline) throw new TypeError('network');
        return [BEIJING];
      },
    });
    await picker.open([]);
    expect(names(picker)).toEqual([]);
    isOffline = false;
    await picker.open([]);
    expect(names(picker)).toEqual(['北京市']);
  });

  it('opens no level below the deepest of the field', () => {
    const { picker } = createPicker(1, {}, 2);
    expect([SHANDONG, WEIFANG].map(picker.canOpen)).toEqual([true, false]);
  });

  it('replaces the only selected area, and deselects it', () => {
    const { picker, selected } = createPicker();
    picker.toggle([SHANDONG]);
    picker.toggle([SHANDONG, WEIFANG]);
    expect(selected()).toEqual([WEIFANG.code]);
    expect(picker.nameOf(WEIFANG.code)).toBe('山东省 / 潍坊市');
    picker.toggle([SHANDONG, WEIFANG]);
    expect(selected()).toEqual([]);
  });

  it('keeps to its limit with a warning', () => {
    const { picker, selected } = createPicker(6);
    for (let at = 0; at < 7; at += 1) picker.toggle([area(`37000000000${at}`, '', 1)]);
    expect(selected()).toHaveLength(6);
    expect(picker.warning.value).toBe('最多只能选择6个！');
  });

  it('names areas that were selected before', async () => {
    const { picker } = createPicker();
    picker.fetchNames([WEIFANG.code]);
    await vi.waitFor(() => expect(picker.nameOf(WEIFANG.code)).toBe('山东省 / 潍坊市'));
  });

  it('shows the results of a search, with the areas above', async () => {
    const { picker } = createPicker(1, { search: async () => [[SHANDONG, WEIFANG]] });
    picker.search('潍坊');
    await vi.waitFor(() => expect(names(picker)).toEqual(['山东省/潍坊市']));
    picker.search('');
    await vi.waitFor(() => expect(names(picker)).toEqual(['北京市', '山东省']));
  });
});
