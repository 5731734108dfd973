import { tableCells } from '@farm3d/agronomy';
import { expect, it } from 'vitest';
import { locale } from '../../platform/locale.ts';
import { parameterName } from './parameter-names.ts';

it('names every parameter of the tables in both languages, with its unit', () => {
  expect(parameterName({ id: 'tomato', field: 'stages.GERM.endGdd' })).toBe('出苗期 · 结束积温 (°C·d)');
  const before = locale.value;
  try {
    for (const language of ['zh-CN', 'en'] as const) {
      locale.value = language;
      for (const cell of tableCells()) {
        const name = parameterName(cell);
        expect(name, `${cell.table} ${cell.field}`).not.toBe(cell.field);
        expect(/[一-鿿]/.test(name), name).toBe(language === 'zh-CN');
      }
    }
  } finally {
    locale.value = before;
  }
});
