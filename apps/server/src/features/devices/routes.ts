import { Hono } from 'hono';
import * as v from 'valibot';
import { checkDeviceName, DEVICE_SORTS, flagSchema, isVideoAddress, OWN_VIDEO_PATH } from '@farm3d/api';
import type { ServerDeps } from '../../composition/deps.ts';
import { makeDeviceToken } from './credentials.ts';
import type { DeviceFilter, DeviceRepository, DeviceRow, DeviceValues } from './repository.ts';
import type { DeviceClaims } from './device-claims.ts';
import { deviceDetailToWire, deviceToWire, simpleDeviceToWire, simToWire } from './wire.ts';
import { productAttributeToWire, type ProductModelRepository } from '../product-models/repository.ts';
import { lastRejection } from '../../platform/telemetry/rejections.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from './device-access.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  clearableText,
  coordinate,
  integer,
  optionalQueryFlag,
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
  uuid,
} from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const nameSchema = v.pipe(
  v.string('device.name.required'),
  v.trim(),
  v.check((name) => checkDeviceName(name) !== 'device.name.required', 'device.name.required'),
  v.check((name) => checkDeviceName(name) === null, 'device.name.tooLong'),
);

/** What a user writes of a device; other keys of a device that is sent back whole are left aside. */
const writableEntries = {
  thirdId: clearableText(128),
  thirdConfigId: clearableText(128),
  mapVideoUrl: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(2048, 'field.tooLong'),
        v.check(
          (text) => text === '' || OWN_VIDEO_PATH.test(text) || isVideoAddress(text),
          'device.video.address',
        ),
      ),
    ),
  ),
  pic: clearableText(2048),
  // A file of this server: a foreign address would be refused by the page's policy.
  scene3dModelSnape: v.optional(
    v.nullable(
      v.pipe(v.string(), v.maxLength(512, 'field.tooLong'), v.regex(/^(\/[\w.~%-]+)+\.(glb|fbx)$|^$/)),
    ),
  ),
  ledScreenWidth: v.optional(v.nullable(integer(1, 4096))),
  ledScreenHeight: v.optional(v.nullable(integer(1, 4096))),
  displayed: v.optional(
    v.pipe(
      v.union([v.boolean(), v.picklist(['0', '1', 'true', 'false'])]),
      v.transform((value) => isYes(String(value))),
    ),
  ),
  latitude: coordinate(90),
  longitude: coordinate(180),
};

export const createSchema = v.object({
  ...writableEntries,
  name: nameSchema,
  productModelCode: v.pipe(
    v.string('device.productModel.required'),
    v.nonEmpty('device.productModel.required'),
    v.maxLength(64, 'field.tooLong'),
  ),
});

export const updateSchema = v.object({
  ...writableEntries,
  id: v.optional(v.string()),
  name: v.optional(nameSchema),
  productModelCode: v.optional(
    v.pipe(v.string(), v.nonEmpty('device.productModel.required'), v.maxLength(64)),
  ),
  version: v.optional(integer(1, 2_147_483_647)),
});

export const listSchema = v.object({
  ...pageEntries,
  name: optionalQueryText,
  productModelCode: optionalQueryText,
  online: optionalQueryFlag,
  groupId: optionalQueryText,
  sortProperty: v.optional(v.picklist(DEVICE_SORTS), 'name'),
  sortOrder: v.optional(
    v.pipe(
      v.string(),
      v.transform((order) => order.toUpperCase()),
      v.picklist(['ASC', 'DESC']),
    ),
    'ASC',
  ),
});

export const gatewaySchema = v.object({
  gatewayId: uuid,
  deviceIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(1000, 'field.tooLong')),
});

export const claimSchema = v.object({
  code: v.pipe(
    v.string('device.claim.required'),
    v.trim(),
    v.nonEmpty('device.claim.required'),
    v.maxLength(64),
  ),
});

type Writable = v.InferOutput<typeof updateSchema>;

function toValues(body: Omit<Writable, 'id' | 'version'>, productModelPath: string | null): DeviceValues {
  const attributes: Record<string, number> = {};
  if (body.ledScreenWidth) attributes['ledScreenWidth'] = body.ledScreenWidth;
  if (body.ledScreenHeight) attributes['ledScreenHeight'] = body.ledScreenHeight;
  // A device sent back whole carries its product's model: that is no choice of its own.
  const modelPath = body.scene3dModelSnape === '' ? null : body.scene3dModelSnape;
  // And a camera's the path of its stream here.
  const videoUrl =
    body.mapVideoUrl === '' || OWN_VIDEO_PATH.test(body.mapVideoUrl ?? '') ? null : body.mapVideoUrl;
  return {
    name: body.name,
    third_id: body.thirdId,
    third_config_id: body.thirdConfigId,
    map_video_url: videoUrl,
    picture: body.pic,
    displayed: body.displayed,
    latitude: body.latitude,
    longitude: body.longitude,
    model_path: modelPath !== undefined && modelPath === productModelPath ? null : modelPath,
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

export const displaySchema = v.object({ displayed: optionalQueryFlag });

export function deviceRoutes(
  deps: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
  claims: DeviceClaims,
  access: DeviceAccess,
  photos: Photos,
): Hono<AppEnv> {
  const { sessions, events, credentials, telemetry } = deps;
  const app = new Hono<AppEnv>();

  const find = async (c: AppContext): Promise<DeviceRow> => {
    const device = await devices.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    return device;
  };

  const detail = async (device: DeviceRow): Promise<Record<string, unknown>> =>
    deviceDetailToWire(
      device,
      sessions,
      photos,
      await lastRejection(deps.pool, device.key),
      deps.media?.port ?? null,
    );

  const productModel = async (code: string) => {
    const model = await products.byCode(code);
    if (!model) throw new HttpProblem(400, 'device.productModel.unknown', { field: 'productModelCode' });
    return model;
  };

  app.get('/', async (c) => {
    const { organisationId } = c.get('principal');
    const query = readQuery(c, listSchema);
    const filter = { name: query.name, productModelCode: query.productModelCode, groupId: query.groupId };
    const { online, sortProperty } = query;
    const onlineIds = online === undefined && sortProperty !== 'online' ? [] : sessions.onlineIds();
    const { items, total } = await devices.list(
      organisationId,
      online === undefined
        ? filter
        : online
          ? { ...filter, ids: onlineIds }
          : { ...filter, exceptIds: onlineIds },
      pageOf(query),
      { by: sortProperty, descending: query.sortOrder === 'DESC', onlineIds },
    );
    return okList(
      c,
      items.map((device) => deviceToWire(device, sessions, photos)),
      total,
    );
  });

  const simple = (c: AppContext, filter: DeviceFilter) =>
    devices.list(c.get('principal').organisationId, filter, { offset: 0, limit: 10_000 });

  app.get('/simple', async (c) => {
    const { items, total } = await simple(c, {});
    return okList(
      c,
      items.map((device) => simpleDeviceToWire(device, sessions)),
      total,
    );
  });

  app.get('/simple/display', async (c) => {
    const { displayed = true } = readQuery(c, displaySchema);
    const { items, total } = await simple(c, { displayed });
    return okList(
      c,
      items.map((device) => ({ ...simpleDeviceToWire(device, sessions), displayed: device.displayed })),
      total,
    );
  });

  app.get('/simple/map', async (c) => {
    const { items, total } = await simple(c, { placed: true });
    return okList(
      c,
      items.map((device) => ({
        ...simpleDeviceToWire(device, sessions),
        latitude: device.latitude,
        longitude: device.longitude,
      })),
      total,
    );
  });

  app.get('/type/count', async (c) => {
    const { organisationId } = c.get('principal');
    const counts = await devices.typeCounts(organisationId, sessions.onlineIds());
    return okList(
      c,
      counts.map((count) => ({ ...count, offline: count.total - count.online })),
    );
  });

  app.get('/count', async (c) => {
    const all = await devices.keys(c.get('principal').organisationId);
    const online = all.filter(({ id }) => sessions.isOnline(id)).length;
    return ok(c, { total: all.length, online, offline: all.length - online });
  });

  app.post('/', async (c) => {
    const { organisationId } = c.get('principal');
    const { productModelCode, ...body } = await readBody(c, createSchema);
    const model = await productModel(productModelCode);
    const pic = await photos.takeOne(c, 'pic', body.pic);
    const { token, hash } = makeDeviceToken();
    const id = await devices.create(
      organisationId,
      { ...toValues({ ...body, pic }, model.model_path), name: body.name, product_model_id: model.id },
      hash,
    );
    const device = await devices.get(organisationId, id);
    if (!device) throw notFound();
    events.emit('device-changed', { deviceId: id, organisationId });
    // The token is shown this once: only its hash is kept.
    return ok(c, { ...(await detail(device)), accessToken: token });
  });

  app.post('/verifications', async (c) => {
    const { organisationId } = c.get('principal');
    const { code } = await readBody(c, claimSchema);
    const claimed = await claims.redeem(organisationId, code);
    if (!claimed) throw new HttpProblem(400, 'device.claim.invalid', { field: 'code' });
    const { deviceId, formerOrganisationId, gatewayId } = claimed;
    credentials.forget(deviceId);
    if (formerOrganisationId !== organisationId) {
      // It comes back as the new owner's: what it says from now on is theirs.
      sessions.drop(deviceId);
      // A gateway that spoke for it remembers it as long as it is connected.
      if (gatewayId !== null) sessions.drop(gatewayId);
      events.emit('device-changed', { deviceId, organisationId: formerOrganisationId });
      events.emit('access-changed', { deviceId, userId: null });
    }
    events.emit('device-changed', { deviceId, organisationId });
    const device = await devices.get(organisationId, deviceId);
    if (!device) throw notFound();
    return ok(c, await detail(device));
  });

  app.post('/gateway/remove', async (c) => {
    const { organisationId } = c.get('principal');
    const { gatewayId, deviceIds } = await readBody(c, gatewaySchema);
    if (!(await devices.leaveGateway(organisationId, gatewayId, deviceIds))) throw notFound();
    // It remembers the devices that it speaks for as long as it is connected.
    sessions.drop(gatewayId);
    for (const deviceId of deviceIds) {
      credentials.forget(deviceId);
      events.emit('device-changed', { deviceId, organisationId });
    }
    return ok(c);
  });

  app.post('/:id/claimcode', async (c) => {
    const { code, expiresAt } = await claims.make((await find(c)).id);
    return ok(c, { code, expireTime: expiresAt.toISOString() });
  });

  app.get('/:id', async (c) => ok(c, await detail(await access.find(c, 'view'))));

  app.put('/:id', async (c) => {
    const { id: bodyId, version, productModelCode, ...body } = await readBody(c, updateSchema);
    const before = await access.find(c, 'configure');
    const organisationId = before.organisation_id;
    if (bodyId !== undefined && bodyId.toLowerCase() !== before.id) {
      throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
    }
    const model =
      productModelCode !== undefined && productModelCode !== before.product_code
        ? await productModel(productModelCode)
        : undefined;
    const pic = await photos.takeOne(c, 'pic', body.pic, before.picture);
    const values = toValues({ ...body, pic }, model ? model.model_path : before.product_model_path);
    const result = await devices.update(
      organisationId,
      before.id,
      model ? { ...values, product_model_id: model.id } : values,
      version,
    );
    if (result === 'stale') throw new HttpProblem(409, 'device.stale');
    if (result === 'missing') throw notFound();
    credentials.forget(before.id);
    // Its open connection checks readings by the old product model: it comes back with the new one.
    if (model) sessions.drop(before.id);
    events.emit('device-changed', { deviceId: before.id, organisationId });
    return ok(c, await detail(await access.find(c, 'configure')));
  });

  app.delete('/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const { id } = await find(c);
    // First no more readings, then no more device.
    credentials.forget(id);
    sessions.drop(id);
    if (!(await devices.remove(organisationId, id))) throw notFound();
    credentials.forget(id);
    sessions.drop(id);
    events.emit('device-changed', { deviceId: id, organisationId });
    return ok(c);
  });

  app.get('/:id/sim', async (c) => {
    const device = await find(c);
    const latest = await telemetry.latest(device.key, ['rssi']);
    return ok(c, simToWire(device, latest['rssi']?.[0]));
  });

  app.get('/:id/attributes', async (c) => {
    const device = await access.find(c, 'view');
    const [attributes, latest] = await Promise.all([
      products.attributes(device.product_model_id, {
        state: 1,
        organisationId: device.organisation_id,
      }),
      telemetry.latest(device.key),
    ]);
    return okList(
      c,
      attributes.map((attribute) => productAttributeToWire(attribute, latest[attribute.identify]?.[0])),
    );
  });

  return app;
}

function isYes(value: string): boolean {
  return value === 'true' || v.parse(flagSchema, value);
}
