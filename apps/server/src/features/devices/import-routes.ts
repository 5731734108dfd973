import { readFile } from 'node:fs/promises';
import { devices as calls, IMPORT_MAX_ROWS, message, type BodyOf } from '@farm3d/api';
import type { ServerEvents } from '../../platform/events.ts';
import { localeOf } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Blobs } from '../files/blob-store.ts';
import { receive } from '../files/store-upload.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { makeDeviceToken } from './credentials.ts';
import { readCells, sheetDevices } from './device-sheet.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { DeviceRepository } from './repository.ts';
import { unique } from './taken.ts';

export interface DeviceImportDependencies {
  readonly devices: Pick<DeviceRepository, 'createMany' | 'takenNames'>;
  readonly products: Pick<ProductModelRepository, 'list'>;
  readonly blobs: Pick<Blobs, 'incoming' | 'slots'>;
  readonly deviceTokens: Pick<DeviceTokens, 'inUse'>;
  readonly events: ServerEvents;
}

/**
 * Tokens that the devices bring along must be new.
 * @throws {HttpProblem} 409 naming the row
 */
async function checkTokens(
  devices: readonly { accessToken?: string | null | undefined }[],
  tokens: Pick<DeviceTokens, 'inUse'>,
): Promise<void> {
  const seen = new Set<string>();
  for (const [i, { accessToken }] of devices.entries()) {
    if (accessToken == null) continue;
    if (seen.has(accessToken) || (await tokens.inUse([accessToken])))
      throw new HttpProblem(409, 'device.token.taken', { field: `devices.${i}.accessToken` });
    seen.add(accessToken);
  }
}

/** Index of the first name that a device has, or a row before it; -1: none. */
async function firstTaken(
  organisationId: string,
  names: readonly string[],
  devices: Pick<DeviceRepository, 'takenNames'>,
): Promise<number> {
  const taken = await devices.takenNames(organisationId, names);
  return names.findIndex((name) => taken.size === taken.add(name).size);
}

/** Ids of the product models that new devices may have, by their codes: all but the retired ones. */
async function usableModels(
  organisationId: string,
  products: Pick<ProductModelRepository, 'list'>,
): Promise<Map<string, string>> {
  return new Map(
    (await products.list(organisationId))
      .filter(({ state }) => state !== 'retired')
      .map((model) => [model.code, model.id]),
  );
}

/**
 * The devices as they are stored, each with its token: the one that it brings along or a new one.
 * @param models ids of the product models by their codes
 * @throws {HttpProblem} 400 naming the row whose product model is unknown
 */
function toDrafts(rows: BodyOf<typeof calls.import>['devices'], models: ReadonlyMap<string, string>) {
  return rows.map(({ productModelCode, thirdId, devEui, accessToken, ...device }, i) => {
    const model = models.get(productModelCode);
    if (model === undefined) {
      const field = `devices.${i}.productModelCode`;
      throw new HttpProblem(400, 'device.productModel.unknown', { field });
    }
    return {
      ...device,
      third_id: thirdId,
      dev_eui: devEui,
      product_model_id: model,
      ...makeDeviceToken(accessToken ?? undefined),
    };
  });
}

/** Devices from a CSV or XLSX table: a preview first, then all of them or none. */
export function deviceImportRoutes({
  blobs,
  devices,
  deviceTokens,
  events,
  products,
}: DeviceImportDependencies): ServedCall[] {
  return [
    serve(calls.previewImport, async ({ c, principal: { organisationId } }) => {
      const received = await receive(c, blobs, 'csv');
      try {
        const cells = await readCells(await readFile(received.path), received.extension);
        const models = await usableModels(organisationId, products);
        const rows = cells && sheetDevices(cells, (code) => models.has(code));
        if (!rows) throw new HttpProblem(400, 'device.import.table', { field: 'file' });
        if (rows.length > IMPORT_MAX_ROWS)
          throw new HttpProblem(400, 'device.import.tooMany', { field: 'file' });
        const taken = await devices.takenNames(
          organisationId,
          rows.map(({ name }) => name),
        );
        const items = rows.map(({ error: wrong, ...row }) => {
          const isTaken = taken.size === taken.add(row.name).size;
          const error = wrong ?? (isTaken ? ({ field: 'name', key: 'device.name.taken' } as const) : null);
          return { ...row, error: error && { field: error.field, msg: message(error.key, localeOf(c)) } };
        });
        return { items, total: items.length };
      } finally {
        await blobs.incoming.discard(received.path);
      }
    }),
    serve(calls.import, async ({ principal: { organisationId }, body }) => {
      await checkTokens(body.devices, deviceTokens);
      const drafts = toDrafts(body.devices, await usableModels(organisationId, products));
      const names = drafts.map(({ name }) => name);
      const at = await firstTaken(organisationId, names, devices);
      if (at >= 0) throw new HttpProblem(409, 'device.name.taken', { field: `devices.${at}.name` });
      const ids = await unique(devices.createMany(organisationId, drafts));
      for (const deviceId of ids) events.emit('device-changed', { deviceId, organisationId });
      // Tokens are returned only here: their hashes are stored.
      const items = drafts.map(({ name, token }, i) => ({ id: ids[i] ?? '', name, accessToken: token }));
      return { items, total: items.length };
    }),
  ];
}
