import { readFile } from 'node:fs/promises';
import { devices as calls, IMPORT_MAX_ROWS, message } from '@farm3d/api';
import type { ServerEvents } from '../../platform/events.ts';
import { localeOf } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Blobs } from '../files/blob-store.ts';
import { receive } from '../files/store-upload.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { makeDeviceToken } from './credentials.ts';
import { readCells, sheetDevices } from './device-sheet.ts';
import type { DeviceRepository } from './repository.ts';

export interface DeviceImportDependencies {
  readonly devices: Pick<DeviceRepository, 'createMany'>;
  readonly products: Pick<ProductModelRepository, 'list'>;
  readonly blobs: Pick<Blobs, 'incoming'>;
  readonly events: ServerEvents;
}

/** Devices from a CSV or XLSX table: a preview first, then all of them or none. */
export function deviceImportRoutes({
  blobs,
  devices,
  events,
  products,
}: DeviceImportDependencies): ServedCall[] {
  return [
    serve(calls.previewImport, async ({ c }) => {
      const received = await receive(c, blobs.incoming.next(), 'csv');
      try {
        const cells = await readCells(await readFile(received.path), received.extension);
        const codes = new Set((await products.list()).map(({ code }) => code));
        const rows = cells && sheetDevices(cells, (code) => codes.has(code));
        if (!rows) throw new HttpProblem(400, 'device.import.table', { field: 'file' });
        if (rows.length > IMPORT_MAX_ROWS)
          throw new HttpProblem(400, 'device.import.tooMany', { field: 'file' });
        const items = rows.map(({ error, ...row }) => ({
          ...row,
          error: error && { field: error.field, msg: message(error.key, localeOf(c)) },
        }));
        return { items, total: items.length };
      } finally {
        await blobs.incoming.discard(received.path);
      }
    }),
    serve(calls.import, async ({ principal: { organisationId }, body }) => {
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
      // Tokens are returned only here: their hashes are stored.
      const items = drafts.map(({ name, token }, i) => ({ id: ids[i] ?? '', name, accessToken: token }));
      return { items, total: items.length };
    }),
  ];
}
