import { buffer } from 'node:stream/consumers';
import { IMPORT_MAX_ROWS } from '@farm3d/api';
import { describe, expect, it } from 'vitest';
import ZipStream from 'zip-stream';
import { readCells, sheetDevices } from './device-sheet.ts';

const known = (code: string): boolean => code === 'TQ-3L';
const csv = async (text: string) => sheetDevices((await readCells(Buffer.from(text), 'csv')) ?? [], known);

/** A minimal workbook: one sheet with inline strings. */
async function workbook(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const lettered = rows.map(
    (row, r) =>
      `<row r="${r + 1}">${row.map((value, i) => cell(value).replace('<c', `<c r="${'ABCDE'[i]}${r + 1}"`)).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lettered.join('')}</sheetData></worksheet>`,
  };
  const archive = new ZipStream();
  const bytes = buffer(archive);
  for (const [name, content] of Object.entries(files)) {
    await new Promise<void>((resolve, reject) => {
      archive.entry(content, { name }, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finish();
  return bytes;
}

describe('a table of devices', () => {
  it('is read from CSV with any separator and any order of columns', async () => {
    const rows = await csv('productModelCode;Name\r\nTQ-3L;探头\r\n');
    expect(rows).toMatchObject([{ row: 2, name: '探头', productModelCode: 'TQ-3L', error: null }]);
  });

  it('is read from a workbook', async () => {
    const cells = await readCells(
      await workbook([
        ['名称', '型号', '纬度'],
        ['探头', 'TQ-3L', 38.5],
      ]),
      'xlsx',
    );
    expect(sheetDevices(cells ?? [], known)).toMatchObject([{ name: '探头', latitude: 38.5, error: null }]);
  });

  it('without the required headings is refused', async () => {
    expect(await csv('名称,数量\n探头,1\n')).toBeNull();
    expect(await readCells(Buffer.from([0xff, 0xfe, 0x00]), 'csv')).toBeNull();
    expect(await readCells(Buffer.from('no workbook'), 'xlsx')).toBeNull();
  });

  it('reads DevEUIs and serial numbers, and names a wrong one', async () => {
    const rows = await csv(
      '名称,型号,DevEUI,序列号\na,TQ-3L,0102030405060708,SN 1\nb,TQ-3L,xyz,\nc,TQ-3L,,\u0007\n',
    );
    expect(rows?.[0]).toMatchObject({ devEui: '0102030405060708', serial: 'SN 1', error: null });
    expect(rows?.map(({ error }) => error?.field ?? null)).toEqual([null, 'devEui', 'serial']);
  });

  it('with too many rows is read only up to the limit', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `探头${i},TQ-3L`);
    expect(await csv(`名称,型号\n${lines.join('\n')}`)).toHaveLength(IMPORT_MAX_ROWS + 1);
  });
});

describe('a row of a table of devices', () => {
  /** The first row of a table with this heading and these cells. */
  const row = (heads: string, cells: readonly unknown[]) =>
    sheetDevices([heads.split(','), cells], known)?.[0];
  const whole = 'name,productModelCode,thirdId,latitude,longitude,accessToken,devEui,serial';
  const good = ['a', 'TQ-3L', 'x', 38.5, -118, 'token-0123456789-abcd', '0102030405060708', 'SN-1'];

  it('has every value of its columns', () => {
    expect(row(whole, good)).toEqual({
      row: 2,
      name: 'a',
      productModelCode: 'TQ-3L',
      thirdId: 'x',
      latitude: 38.5,
      longitude: -118,
      accessToken: 'token-0123456789-abcd',
      devEui: '0102030405060708',
      serial: 'SN-1',
      error: null,
    });
  });

  it('without a column has no value of it; an empty cell takes the value away', () => {
    expect(row('name,productModelCode', ['a', 'TQ-3L'])).toEqual({
      row: 2,
      name: 'a',
      productModelCode: 'TQ-3L',
      thirdId: null,
      latitude: null,
      longitude: null,
      error: null,
    });
    expect(row(whole, ['a', 'TQ-3L'])).toMatchObject({
      thirdId: null,
      latitude: null,
      accessToken: null,
      devEui: null,
      serial: null,
      error: null,
    });
  });

  it.each([
    ['设备名称,产品型号,第三方编号,纬度,经度,设备令牌,DevEUI,序列号'],
    ['名称,型号,Third ID,Latitude,Longitude,令牌,dev_eui,Serial Number'],
    ['NAME,product-model-code,third_id,latitude,longitude,token,DEV EUI,serial'],
  ])('is known by the headings %s', (heads) => {
    expect(row(heads, good)).toEqual(row(whole, good));
  });

  it.each<[number, unknown, string]>([
    [0, '', 'name'],
    [0, 'x'.repeat(200), 'name'],
    [1, 'unknown', 'productModelCode'],
    [2, 'x'.repeat(129), 'thirdId'],
    [3, 90.01, 'latitude'],
    [3, '-90.01', 'latitude'],
    [3, 'north', 'latitude'],
    [4, 180.01, 'longitude'],
    [4, Infinity, 'longitude'],
    [5, 'x', 'accessToken'],
    [6, '01', 'devEui'],
    [7, '\u0007', 'serial'],
  ])('whose cell %i is %j is refused for its %s', (at, value, field) => {
    const { error } = row(whole, good.with(at, value as string)) ?? {};
    expect(error?.field).toBe(field);
    expect(error?.key).toMatch(/^[a-z]+(\.\w+)+$/);
  });

  it.each([
    [2, 'x'.repeat(128)],
    [3, 90],
    [3, -90],
    [4, '180'],
    [4, ' -180 '],
  ])('whose cell %i is %j is taken', (at, value) => {
    expect(row(whole, good.with(at, value))?.error).toBeNull();
  });

  it('names the first fault of several', () => {
    expect(row(whole, ['', 'unknown', 'x'.repeat(129), 99, 199])?.error?.field).toBe('name');
    expect(row(whole, ['a', 'unknown', 'x'.repeat(129), 99, 199])?.error?.field).toBe('productModelCode');
    expect(row(whole, ['a', 'TQ-3L', 'x'.repeat(129), 99, 199])?.error?.field).toBe('thirdId');
    expect(row(whole, ['a', 'TQ-3L', 'x', 99, 199])?.error?.field).toBe('latitude');
  });

  it('reads texts and numbers alone: a date or a switch is an empty cell', () => {
    expect(row('name,productModelCode,thirdId', ['a', 'TQ-3L', new Date(0)])?.thirdId).toBeNull();
    expect(row('name,productModelCode,thirdId', [7, 'TQ-3L', true])).toMatchObject({
      name: '7',
      thirdId: null,
    });
  });

  it('has the number that it has in a spreadsheet', () => {
    const rows = sheetDevices(
      [
        ['name', 'productModelCode'],
        ['a', 'TQ-3L'],
        ['b', 'TQ-3L'],
      ],
      known,
    );
    expect(rows?.map(({ row: at }) => at)).toEqual([2, 3]);
  });

  it('a table needs names and models', () => {
    expect(sheetDevices([], known)).toBeNull();
    expect(sheetDevices([['name']], known)).toBeNull();
    expect(sheetDevices([['productModelCode']], known)).toBeNull();
    expect(sheetDevices([['name', 'productModelCode']], known)).toEqual([]);
  });

  it('of a CSV with tabs, a byte order mark, empty lines and rows of any length', async () => {
    const rows = await csv('\uFEFFname\tproductModelCode\n\na\tTQ-3L\tmore\nb\n');
    expect(rows?.map(({ name, error }) => [name, error?.field ?? null])).toEqual([
      ['a', null],
      ['b', 'productModelCode'],
    ]);
  });
});
