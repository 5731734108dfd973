import {
  checkDeviceName,
  devEui,
  deviceToken,
  IMPORT_MAX_ROWS,
  serial,
  type MessageKey,
  type SheetDevice,
} from '@farm3d/api';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { readSheet } from 'read-excel-file/node';
import { unpacksWithin } from '../files/bounded-zip.ts';

/** Limit of an unpacked workbook; a table of the allowed number of devices has a tenth of it. */
const SHEET_MAX_BYTES = 32 * 1024 * 1024;

/** Headings of the columns in the languages of the platform. */
const COLUMNS: Readonly<Record<string, keyof SheetDevice>> = {
  name: 'name',
  名称: 'name',
  设备名称: 'name',
  productmodelcode: 'productModelCode',
  产品型号: 'productModelCode',
  型号: 'productModelCode',
  thirdid: 'thirdId',
  第三方编号: 'thirdId',
  deveui: 'devEui',
  serial: 'serial',
  serialnumber: 'serial',
  序列号: 'serial',
  accesstoken: 'accessToken',
  token: 'accessToken',
  令牌: 'accessToken',
  设备令牌: 'accessToken',
  latitude: 'latitude',
  纬度: 'latitude',
  longitude: 'longitude',
  经度: 'longitude',
};

/** One row of the table with its errors. */
export interface SheetRow extends SheetDevice {
  /** Row number as in a spreadsheet: the headings are row 1. */
  row: number;
  error: { field: keyof SheetDevice; key: MessageKey } | null;
}

type Cells = readonly (readonly unknown[])[];

/** Null when the bytes are no table. */
export async function readCells(bytes: Buffer, extension: string): Promise<Cells | null> {
  try {
    if (extension === 'xlsx') return unpacksWithin(bytes, SHEET_MAX_BYTES) ? await readSheet(bytes) : null;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      to: IMPORT_MAX_ROWS + 2,
      max_record_size: 16_384,
    });
  } catch {
    return null;
  }
}

/** Dates and other types are no text. */
const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';

function numberOf(cell: unknown, limit: number): number | null | undefined {
  const text = textOf(cell);
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= limit ? value : undefined;
}

/** Devices of a table; null without a heading for the name or the model. */
export function sheetDevices(cells: Cells, isModel: (code: string) => boolean): SheetRow[] | null {
  const [head = [], ...lines] = cells;
  const columns = head.map(
    (cell) =>
      COLUMNS[
        textOf(cell)
          .toLowerCase()
          .replaceAll(/[\s_-]/g, '')
      ],
  );
  if (!columns.includes('name') || !columns.includes('productModelCode')) return null;
  return lines.slice(0, IMPORT_MAX_ROWS + 1).map((line, index) => {
    const cell = (field: keyof SheetDevice): unknown => line[columns.indexOf(field)];
    const latitude = numberOf(cell('latitude'), 90);
    const longitude = numberOf(cell('longitude'), 180);
    const name = textOf(cell('name'));
    const productModelCode = textOf(cell('productModelCode'));
    const thirdId = textOf(cell('thirdId')) || null;
    const accessToken = textOf(cell('accessToken')) || null;
    const devEuiText = textOf(cell('devEui')) || null;
    const serialText = textOf(cell('serial')) || null;
    const wrongName = checkDeviceName(name);
    const error: SheetRow['error'] = wrongName
      ? { field: 'name', key: wrongName }
      : !isModel(productModelCode)
        ? { field: 'productModelCode', key: 'device.productModel.unknown' }
        : thirdId !== null && thirdId.length > 128
          ? { field: 'thirdId', key: 'field.tooLong' }
          : latitude === undefined
            ? { field: 'latitude', key: 'number.range' }
            : longitude === undefined
              ? { field: 'longitude', key: 'number.range' }
              : accessToken !== null && !v.is(deviceToken, accessToken)
                ? { field: 'accessToken', key: 'device.token.form' }
                : devEuiText !== null && !v.is(devEui, devEuiText)
                  ? { field: 'devEui', key: 'device.devEui' }
                  : serialText !== null && !v.is(serial, serialText)
                    ? { field: 'serial', key: 'device.serial' }
                    : null;
    return {
      row: index + 2,
      name,
      productModelCode,
      thirdId,
      latitude: latitude ?? null,
      longitude: longitude ?? null,
      ...(columns.includes('devEui') && { devEui: devEuiText }),
      ...(columns.includes('serial') && { serial: serialText }),
      ...(columns.includes('accessToken') && { accessToken }),
      error,
    };
  });
}
