import { expect, it } from 'vitest';
import { csvLines } from './csv.ts';

async function csv(
  keys: string[],
  rows: { ts: number; values: Record<string, never>; outside?: string[] }[],
): Promise<string> {
  const parts: Buffer[] = [];
  const stream = (async function* () {
    yield rows.map((row) => ({ outside: [], ...row }));
  })();
  for await (const part of csvLines(keys, stream)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

it('writes a message a line, empty where a key is missing', async () => {
  const rows = [
    { ts: 0, values: { a: 1.5, b: '湿' }, outside: ['a', 'c'] },
    { ts: 1000, values: { b: true } },
  ] as never;
  expect(await csv(['a', 'b'], rows)).toBe(
    '\uFEFFtime,a,b,out_of_range\r\n1970-01-01T00:00:00.000Z,1.5,湿,a\r\n1970-01-01T00:00:01.000Z,,true,\r\n',
  );
});

it.each([
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['two\nlines', '"two\nlines"'],
])('writes the text %j as %s: neither its columns nor its formulas are believed', async (text, written) => {
  const [, line] = (await csv(['k'], [{ ts: 0, values: { k: text } }] as never)).split('\r\n');
  expect(line).toBe(`1970-01-01T00:00:00.000Z,${written},`);
});

it('writes numbers as numbers, negative ones too', async () => {
  expect(await csv(['k'], [{ ts: 0, values: { k: -2 } }] as never)).toContain('Z,-2,\r\n');
});
