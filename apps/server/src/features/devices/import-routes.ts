import { readFile } from 'node:fs/promises';
import { checkDeviceName, message } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import { makeDeviceToken } from './credentials.ts';
import type { DeviceRepository } from './repository.ts';
import { IMPORT_MAX_ROWS, readCells, sheetDevices } from './device-sheet.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { localeOf, type AppEnv } from '../../platform/http/context.ts';
import { okList } from '../../platform/http/envelope.ts';
import { coordinate, readBody } from '../../platform/http/input.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { receive } from '../files/store-upload.ts';

export const importSchema = v.object({
  devices: v.pipe(
    v.array(
      v.object({
        name: v.pipe(
          v.string('device.name.required'),
          v.trim(),
          v.check((name) => checkDeviceName(name) !== 'device.name.required', 'device.name.required'),
          v.check((name) => checkDeviceName(name) === null, 'device.name.tooLong'),
        ),
        productModelCode: v.string('device.productModel.required'),
        thirdId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128, 'field.tooLong'))), null),
        latitude: coordinate(90),
        longitude: coordinate(180),
      }),
    ),
    v.minLength(1),
    v.maxLength(IMPORT_MAX_ROWS, 'field.tooLong'),
  ),
});

/** `/api/devices/import/preview`: what a CSV or XLSX table would bring; nothing is made. */
export function importPreviewRoutes({ blobs }: ServerDeps, products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/', async (c) => {
    const received = await receive(c, blobs.incoming.next(), 'csv');
    try {
      const cells = await readCells(await readFile(received.path), received.extension);
      const codes = new Set((await products.list()).map(({ code }) => code));
      const rows = cells && sheetDevices(cells, (code) => codes.has(code));
      if (!rows) throw new HttpProblem(400, 'device.import.table', { field: 'file' });
      if (rows.length > IMPORT_MAX_ROWS)
        throw new HttpProblem(400, 'device.import.tooMany', { field: 'file' });
      return okList(
        c,
        rows.map(({ error, ...row }) => ({
          ...row,
          error: error && { field: error.field, msg: message(error.key, localeOf(c)) },
        })),
      );
    } finally {
      await blobs.incoming.discard(received.path);
    }
  });
  return app;
}

/** `/api/devices/import`: makes the devices of a table, all of them or none. */
export function importRoutes(
  { events }: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/', async (c) => {
    const { organisationId } = c.get('principal');
    const body = await readBody(c, importSchema);
    const models = new Map((await products.list()).map((model) => [model.code, model.id]));
    const drafts = body.devices.map(({ productModelCode, thirdId, ...device }, i) => {
      const model = models.get(productModelCode);
      if (model === undefined) {
        const field = `devices.${i}.productModelCode`;
        throw new HttpProblem(400, 'device.productModel.unknown', { field });
      }
      return { ...device, third_id: thirdId, product_model_id: model, ...makeDeviceToken() };
    });
    const ids = await devices.createMany(organisationId, drafts);
    for (const deviceId of ids) events.emit('device-changed', { deviceId, organisationId });
    // Tokens are shown this once: only their hashes are kept.
    return okList(
      c,
      drafts.map(({ name, token }, i) => ({ id: ids[i], name, accessToken: token })),
    );
  });
  return app;
}
