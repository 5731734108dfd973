import { alarmSettingRequestSchema, ALARM_SETTINGS_MAX, conditionDevices } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  AlarmSettingRepository,
  alarmSettingToWire,
  type AlarmSettingRow,
  type AlarmSettingValues,
} from './setting-repository.ts';
import type { DeviceRow } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { okList } from '../../platform/http/envelope.ts';
import { pathParameter, readBody } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const listSchema = v.pipe(
  v.array(
    v.pipe(
      alarmSettingRequestSchema,
      v.check(({ condition }) => conditionDevices(condition).length === 0, 'alarm.ownDevice'),
    ),
  ),
  v.maxLength(ALARM_SETTINGS_MAX, 'alarm.tooMany'),
);

/** `{id, settingRequests}` or the bare list (readings 26). */
const bareSchema = v.pipe(
  listSchema,
  v.transform((settingRequests) => ({ id: undefined as string | undefined, settingRequests })),
);
const namedSchema = v.object({ id: v.optional(v.string()), settingRequests: listSchema });
// Chosen by its form, so that a refusal names the field of the form that was meant.
const saveSchema = v.lazy((body) => (Array.isArray(body) ? bareSchema : namedSchema));
/** The same, for the description of the call: both forms at once. */
export const saveForms = v.union([namedSchema, bareSchema]);

type Request = v.InferOutput<typeof alarmSettingRequestSchema>;

function toValues(request: Request): AlarmSettingValues {
  const { id, name, severity, enabled, identify } = request;
  const { condition, durationMs, repeat, clearDurationMs, schedule } = request;
  const { reminderMs, escalations, workOrder } = request;
  const rule = {
    condition,
    durationMs,
    repeat,
    clearDurationMs,
    schedule,
    reminderMs,
    escalations,
    workOrder,
  };
  return { id, name, severity, enabled, identify, rule };
}

export function alarmSettingRoutes(
  deps: ServerDeps,
  access: DeviceAccess,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const settings = new AlarmSettingRepository(deps.pool);

  const findProduct = async (c: AppContext) => {
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    return model;
  };
  const answer = (c: AppContext, rows: readonly AlarmSettingRow[]): Response =>
    okList(
      c,
      rows.map((row) => alarmSettingToWire(row)),
    );
  const read = async (c: AppContext, id: string): Promise<AlarmSettingValues[]> => {
    const body = await readBody(c, saveSchema);
    if (body.id !== undefined && body.id.toLowerCase() !== id) {
      throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
    }
    // What a product model gives is sent back with the rest and is not the device's to change.
    return body.settingRequests.filter(({ inherited }) => !inherited).map((request) => toValues(request));
  };
  const ofDevice = async ({ organisation_id, key, product_model_id }: DeviceRow) =>
    settings.ofDevice(organisation_id, key, product_model_id);

  app.get('/device/:id', async (c) => answer(c, await ofDevice(await access.find(c, 'view'))));

  app.post('/device/:id', async (c) => {
    const device = await access.find(c, 'configure');
    const values = await read(c, device.id);
    await deps.alarms.change([device.key], () =>
      settings.save(device.organisation_id, { device: device.key }, values),
    );
    return answer(c, await ofDevice(device));
  });

  app.get('/device/:id/:x', async (c) => {
    const identify = pathParameter(c, 'x');
    const rows = await ofDevice(await access.find(c, 'view'));
    return answer(
      c,
      rows.filter((row) => row.identify === identify),
    );
  });

  app.get('/product/:id', async (c) => {
    const { id } = await findProduct(c);
    return answer(c, await settings.ofProduct(c.get('principal').organisationId, id));
  });

  app.post('/product/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const { id } = await findProduct(c);
    const values = await read(c, id);
    await deps.alarms.change(null, () => settings.save(organisationId, { productModelId: id }, values));
    return answer(c, await settings.ofProduct(organisationId, id));
  });

  return app;
}
