import { expect, it } from 'vitest';
import { int4Array } from '../storage/binary-arrays.ts';
import { csvLines } from './csv.ts';
import type { MessageRow, PackedMessages } from './messages.ts';
import { HOUR_MS, PackedArray } from './packed-history.ts';

/** What is sent together, of these pages. */
async function parts(
  keys: string[],
  pages: readonly (readonly MessageRow[] | PackedMessages)[],
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  const stream = (async function* () {
    yield* pages;
  })();
  for await (const part of csvLines(keys, stream)) found.push(part);
  return found;
}

async function csv(
  keys: string[],
  rows: { ts: number; values: Record<string, never>; outside?: string[] }[],
): Promise<string> {
  return Buffer.concat(await parts(keys, [rows.map((row) => ({ outside: [], ...row }))])).toString('utf8');
}

/** Lines of an export without its head. */
async function lines(keys: string[], pages: Parameters<typeof parts>[1]): Promise<string[]> {
  return Buffer.concat(await parts(keys, pages))
    .toString('utf8')
    .split('\r\n')
    .slice(1, -1);
}

/** Numbers of some keys at the same instants, as the database packs them. */
function column(keys: string[], offsets: number[], numbers: number[][]) {
  const all = numbers.flat();
  const bytes = Buffer.alloc(20 + 12 * all.length);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(all.length, 12);
  for (const [n, number] of all.entries()) bytes.writeDoubleBE(number, 24 + 12 * n);
  return {
    keys,
    offsets: new PackedArray(int4Array(offsets).toString('base64')),
    numbers: new PackedArray(bytes.toString('base64')),
  };
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
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['\tx', "'\tx"],
  ['1=1', '1=1'],
  ['two\nlines', '"two\nlines"'],
  ['湿 度', '湿 度'],
])('writes the text %j as %s: neither its columns nor its formulas are believed', async (text, written) => {
  const [, line] = (await csv(['k'], [{ ts: 0, values: { k: text } }] as never)).split('\r\n');
  expect(line).toBe(`1970-01-01T00:00:00.000Z,${written},`);
});

it('writes numbers as numbers, negative ones too', async () => {
  expect(await csv(['k'], [{ ts: 0, values: { k: -2 } }] as never)).toContain('Z,-2,\r\n');
});

it('an export says what was found: nothing, a truth, a list, and keys that are no names', async () => {
  const values = { '=a': null, 'b,c': false, d: [1, 'x'], e: { f: 1 } };
  const rows = [{ ts: 0, values, outside: ['zz', 'd', '=a', '-e'] }] as never;
  expect(await csv(['=a', 'b,c', 'd', 'e', '-e'], rows)).toBe(
    [
      `\uFEFFtime,'=a,"b,c",d,e,'-e,out_of_range`,
      `1970-01-01T00:00:00.000Z,,false,"[1,""x""]","{""f"":1}",,d =a -e`,
      '',
    ].join('\r\n'),
  );
});

it('a cell with a carriage return is in quotes, and one that begins with it is no formula', async () => {
  expect(await csv(['k'], [{ ts: 0, values: { k: 'a\rb' } }] as never)).toContain(',"a\rb",\r\n');
  expect(await csv(['k'], [{ ts: 0, values: { k: '\r=1' } }] as never)).toContain(`,"'\r=1",\r\n`);
});

it('writes each instant as ISO 8601 has it, also over hours and before 1970', async () => {
  const times = [
    0, 1, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 3_600_001, 1_790_000_123_456, -1, -3_600_000,
  ];
  const rows = times.map((ts) => ({ ts, values: {}, outside: [] }));
  expect(await lines(['k'], [rows])).toEqual(times.map((ts) => `${new Date(ts).toISOString()},,`));
});

it('merges the keys of a packed hour by their instants, each in its column', async () => {
  const at = 1_790_002_800_000;
  const hour = {
    at,
    columns: [
      column(
        ['a', 'c'],
        [0, 1_500, 3_599_999],
        [
          [1, -2.5, 3],
          [10, 20.25, 30],
        ],
      ),
      column(['b'], [1_500, 2_000], [[7, 1e-7]]),
      column(['unasked'], [100], [[5]]),
    ],
  };
  const time = (ms: number): string => new Date(at + ms).toISOString();
  expect(await lines(['c', 'none', 'b', 'a'], [hour])).toEqual([
    `${time(0)},10,,,1,`,
    `${time(100)},,,,,`,
    `${time(1_500)},20.25,,7,-2.5,`,
    `${time(2_000)},,,1e-7,,`,
    `${time(3_599_999)},30,,,3,`,
  ]);
  expect(await lines(['a'], [{ at, columns: [column(['a'], [], [])] }])).toEqual([]);
});

it('packed hours and messages follow each other as they come', async () => {
  const packed = { at: HOUR_MS, columns: [column(['k'], [5], [[2]])] };
  const row = (ts: number, k: number) => [{ ts, values: { k }, outside: ['k'] }];
  expect(await lines(['k'], [row(0, 1), packed, row(2 * HOUR_MS, 3)])).toEqual([
    '1970-01-01T00:00:00.000Z,1,k',
    '1970-01-01T01:00:00.005Z,2,',
    '1970-01-01T02:00:00.000Z,3,k',
  ]);
});

it('the head is sent at once; pages are sent together when they are large enough', async () => {
  expect((await parts(['k'], [])).map(String)).toEqual(['\uFEFFtime,k,out_of_range\r\n']);
  const page = (bytes: number) => [{ ts: 0, values: { k: 'x'.repeat(bytes - 28) }, outside: [] }];
  const sizes = async (...pages: number[]) =>
    (await parts(['k'], pages.map(page))).slice(1).map(({ length }) => length);
  expect(await sizes(40_000, 40_000, 100)).toEqual([80_000, 100]);
  expect(await sizes(65_536, 100)).toEqual([65_536, 100]);
  expect(await sizes(65_535, 100)).toEqual([65_635]);
});

it('an hour of many keys has room for each number', async () => {
  const keys = Array.from({ length: 200 }, (_, n) => `k${n}`);
  const offsets = Array.from({ length: 60 }, (_, n) => n * 60_000);
  const numbers = keys.map((_, k) => offsets.map((__, n) => -(k + n + 0.123_456_789_012_34)));
  const found = await lines(keys, [{ at: 0, columns: [column(keys, offsets, numbers)] }]);
  expect(found).toEqual(
    offsets.map((offset, n) =>
      [new Date(offset).toISOString(), ...numbers.map((own) => String(own[n])), ''].join(','),
    ),
  );
});
