import { expect, it } from 'vitest';
import { tableCells } from '@farm3d/agronomy';
import { locale } from '../../platform/locale.ts';
import { monthNormals, readRecord, recordText, parameterName } from './reference-text.ts';

const items = [
  { month: '2001-06', rain: 82.5, et0: 140, tmax: 30.1, tmin: 19.4 },
  { month: '2002-06', rain: 41.5, et0: null, tmax: 28.1, tmin: 17.4 },
];

it('a climate record is parsed from its own text, also with headings and other separators', () => {
  expect(readRecord(recordText(items))).toEqual({ items });
  expect(readRecord(`month;rain;et0\n2001-06;82.5;140\n\n`)).toEqual({
    items: [{ month: '2001-06', rain: 82.5, et0: 140, tmax: null, tmin: null }],
  });
  expect(readRecord('')).toEqual({ items: [] });
});

it.each([
  ['2001-06,82.5\n2001-13,3', 2],
  ['2001-06,82.5\n2001-06,3', 2],
  ['2001-06,', 1],
  ['2001-06,82.5,wet', 1],
  ['2001-06,82.5,140,10,20', 1],
])('names the line of %j that is none', (text, wrongLine) => {
  expect(readRecord(text)).toEqual({ wrongLine });
});

it('has the means of each calendar month', () => {
  expect(monthNormals(items)[5]).toEqual({ month: 6, years: 2, rain: 62, et0: 140, tmax: 29.1, tmin: 18.4 });
  expect(monthNormals(items)[0]).toMatchObject({ years: 0, rain: null });
});

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
