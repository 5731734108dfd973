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
