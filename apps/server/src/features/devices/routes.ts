import { devices as calls, OWN_VIDEO_PATH, type BodyOf } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { forgetProblems, problemsOf } from '../../platform/telemetry/device-problems.ts';
import { isVisible } from '../../platform/telemetry/visible-keys.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import type { ImageReferences } from '../files/image-references.ts';
import { productAttributeToWire, type ProductModelRepository } from '../product-models/repository.ts';
import { deviceClaimRoutes, type DeviceClaimDependencies } from './claim-routes.ts';
import { makeDeviceToken, type DeviceCredentials } from './credentials.ts';
import type { DeviceAccess } from './device-access.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { detailOf, ownDevice } from './device-answers.ts';
import { deviceImportRoutes, type DeviceImportDependencies } from './import-routes.ts';
import { deviceListRoutes, type DeviceListDependencies } from './list-routes.ts';
import type { DeviceRepository, DeviceValues } from './repository.ts';
import { unique } from './taken.ts';
import { simToWire } from './wire.ts';

type Written = Omit<BodyOf<typeof calls.update>, 'id' | 'version'>;

function toValues(body: Written, productModelPath: string | null): DeviceValues {
  const attributes: Record<string, number> = {};
  if (body.ledScreenWidth) attributes['ledScreenWidth'] = body.ledScreenWidth;
  if (body.ledScreenHeight) attributes['ledScreenHeight'] = body.ledScreenHeight;
  // A device sent back whole contains the path of its product's model, which is not its own choice.
  const modelPath = body.scene3dModelSnape === '' ? null : body.scene3dModelSnape?.split('?', 1)[0];
  // The same for the path of its camera's stream.
  const videoUrl =
    body.mapVideoUrl === '' || OWN_VIDEO_PATH.test(body.mapVideoUrl ?? '') ? null : body.mapVideoUrl;
  return {
    name: body.name,
    third_id: body.thirdId,
    third_config_id: body.thirdConfigId,
    dev_eui: body.devEui,
    serial: body.serial,
    map_video_url: videoUrl,
    picture: body.pic,
    displayed: body.displayed,
    latitude: body.latitude,
    longitude: body.longitude,
    model_path: modelPath !== undefined && modelPath === productModelPath ? null : modelPath,
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

/** Dependencies of the device calls. */
interface DeviceDependencies
  extends DeviceListDependencies, DeviceClaimDependencies, DeviceImportDependencies {
  readonly devices: DeviceRepository;
  readonly products: Pick<ProductModelRepository, 'list' | 'byCode' | 'attributes'>;
  readonly access: Pick<DeviceAccess, 'find' | 'rightsOn'>;
  readonly photos: ImageReferences;
  readonly credentials: Pick<DeviceCredentials, 'forget'>;
  readonly deviceTokens: Pick<DeviceTokens, 'inUse'>;
  readonly sessions: DeviceListDependencies['sessions'] & Pick<DeviceSessions, 'drop' | 'renew'>;
  readonly telemetry: Pick<TelemetryQueries, 'latest'>;
}

/** `/api/devices` without sharing. */
export function deviceRoutes(needs: DeviceDependencies): ServedCall[] {
  return [
    ...deviceListRoutes(needs),
    ...writeRoutes(needs),
    ...readRoutes(needs),
    ...deviceClaimRoutes(needs),
    ...deviceImportRoutes(needs),
  ];
}

function readRoutes(needs: DeviceDependencies): ServedCall[] {
  const { access, devices, pool, products, telemetry } = needs;
  const detail = detailOf(needs);
  return [
    serve(calls.get, async ({ c, principal }) => detail(await access.find(c, 'view'), principal)),
    serve(calls.problems, async ({ c }) => {
      const { key, visible } = await access.find(c, 'view');
      const all = await problemsOf(pool, key);
      // The begin of a message may show any key.
      const items = visible
        ? all
            .filter(({ field }) => isVisible(visible, field))
            .map((problem) => ({ ...problem, excerpt: null }))
        : all;
      return { items, total: items.length };
    }),
    serve(calls.forgetProblems, async ({ principal, path }) => {
      await forgetProblems(pool, (await ownDevice(devices, principal, path.id)).key);
      return null;
    }),
    serve(calls.sim, async ({ principal, path }) => {
      const device = await ownDevice(devices, principal, path.id);
      const latest = await telemetry.latest(device.key, ['rssi']);
      return simToWire(device, latest['rssi']?.[0]);
    }),
    serve(calls.attributes, async ({ c }) => {
      const device = await access.find(c, 'view');
      const [attributes, latest] = await Promise.all([
        products.attributes(device.product_model_id, {
          state: 1,
          organisationId: device.organisation_id,
        }),
        telemetry.latest(device.key),
      ]);
      const shown = attributes.filter(
        ({ type, identify, parameters }) =>
          type === '1' ||
          isVisible(device.visible, identify) ||
          parameters.some(({ parameterEnName }) => isVisible(device.visible, parameterEnName)),
      );
      const items = shown.map((one) =>
        productAttributeToWire(
          one,
          isVisible(device.visible, one.identify) ? latest[one.identify]?.[0] : undefined,
        ),
      );
      return { items, total: items.length };
    }),
  ];
}

/**
 * The product model with this code, for a device that is to have it.
 * @throws {HttpProblem} 400 naming the field: the code is unknown or the model is retired
 */
async function usableModel(
  products: Pick<ProductModelRepository, 'byCode'>,
  organisationId: string,
  code: string,
) {
  const model = await products.byCode(organisationId, code);
  if (!model) throw new HttpProblem(400, 'device.productModel.unknown', { field: 'productModelCode' });
  if (model.state === 'retired')
    throw new HttpProblem(400, 'productModel.retired', { field: 'productModelCode' });
  return model;
}

function writeRoutes(needs: DeviceDependencies): ServedCall[] {
  const { access, credentials, deviceTokens, devices, events, grants, photos, products, sessions } = needs;
  const detail = detailOf(needs);
  return [
    serve(calls.create, async ({ c, principal, body: { productModelCode, accessToken, ...body } }) => {
      const { organisationId } = principal;
      const model = await usableModel(products, organisationId, productModelCode);
      const pic = await photos.takeOne(c, 'pic', body.pic);
      if (accessToken !== undefined && (await deviceTokens.inUse([accessToken])))
        throw new HttpProblem(409, 'device.token.taken', { field: 'accessToken' });
      const { token, hash } = makeDeviceToken(accessToken);
      const values = toValues({ ...body, pic }, model.model_path);
      const row = { ...values, name: body.name, product_model_id: model.id };
      const deviceId = await unique(devices.create(organisationId, row, hash));
      const device = await ownDevice(devices, principal, deviceId);
      events.emit('device-changed', { deviceId, organisationId });
      // The token is returned only here: its hash is stored.
      return { ...(await detail(device, principal)), accessToken: token };
    }),
    serve(
      calls.update,
      async ({ c, principal, body: { id: bodyId, version, productModelCode, ...body } }) => {
        const before = await access.find(c, 'configure');
        const { id: deviceId, organisation_id: organisationId } = before;
        if (bodyId !== undefined && bodyId.toLowerCase() !== deviceId)
          throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
        const other = productModelCode !== undefined && productModelCode !== before.product_code;
        const model = other ? await usableModel(products, organisationId, productModelCode) : undefined;
        const pic = await photos.takeOne(c, 'pic', body.pic, before.picture);
        const values = toValues({ ...body, pic }, model ? model.model_path : before.product_model_path);
        const row = { ...values, product_model_id: model?.id };
        const result = await unique(devices.update(organisationId, deviceId, row, version));
        if (result === 'stale') throw new HttpProblem(409, 'device.stale');
        if (result === 'missing') throw notFound();
        credentials.forget(deviceId);
        // Open connections check readings by the old product model: it reconnects with the new one.
        if (model) sessions.renew(deviceId);
        events.emit('device-changed', { deviceId, organisationId });
        return detail(await access.find(c, 'configure'), principal);
      },
    ),
    serve(calls.remove, async ({ principal, path }) => {
      const { organisationId } = principal;
      const { id: deviceId } = await ownDevice(devices, principal, path.id);
      // First the readings stop, then the device is removed.
      credentials.forget(deviceId);
      sessions.drop(deviceId);
      if (!(await devices.remove(organisationId, deviceId))) throw notFound();
      await grants.changed({ of: 'device', id: deviceId });
      events.emit('device-changed', { deviceId, organisationId });
      return null;
    }),
  ];
}
