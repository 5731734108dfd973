import { alarmSettings, type BodyOf } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { isVisible } from '../../platform/telemetry/visible-keys.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { AlarmEngine } from './engine.ts';
import {
  alarmSettingToWire,
  alarmSettingValues,
  type AlarmSettingRepository,
  type AlarmSettingRow,
  type AlarmSettingValues,
} from './setting-repository.ts';
import type { AccessibleDevice, DeviceAccess } from '../devices/device-access.ts';
import { isConditionVisible } from './visible-conditions.ts';

/** Inherited settings are sent back with the rest; the device cannot change them. */
function ownOf(body: BodyOf<typeof alarmSettings.save>, id: string): AlarmSettingValues[] {
  if (body.id !== undefined && body.id.toLowerCase() !== id)
    throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
  return body.settingRequests.filter(({ inherited }) => !inherited).map(alarmSettingValues);
}

const listed = (rows: readonly AlarmSettingRow[]) => ({
  items: rows.map(alarmSettingToWire),
  total: rows.length,
});

interface Dependencies {
  readonly settings: AlarmSettingRepository;
  /** The engine of the leader, on this server or another. */
  readonly engine: Pick<AlarmEngine, 'change'>;
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly products: Pick<ProductModelRepository, 'get'>;
}

/** `/api/alarmsettings`: alarm rules of a device or of a product model. */
export function alarmSettingRoutes(dependencies: Dependencies): ServedCall[] {
  const { settings, engine, access, products } = dependencies;
  const ofDevice = async ({ organisation_id, key, product_model_id, visible }: AccessibleDevice) => {
    const rows = await settings.ofDevice(organisation_id, key, product_model_id);
    return rows.filter(
      ({ identify, rule }) =>
        (identify === null || isVisible(visible, identify)) && isConditionVisible(visible, rule.condition),
    );
  };
  const findProduct = async (organisationId: string, id: string) => {
    const model = await products.get(organisationId, id);
    if (!model) throw notFound();
    return model.id;
  };

  return [
    serve(alarmSettings.list, async ({ c }) => listed(await ofDevice(await access.find(c, 'view')))),
    serve(alarmSettings.save, async ({ c, body }) => {
      const device = await access.find(c, 'configure');
      const values = ownOf(body, device.id);
      await engine.change([device.key], () =>
        settings.save(device.organisation_id, { device: device.key }, values),
      );
      return listed(await ofDevice(device));
    }),
    serve(alarmSettings.ofAttribute, async ({ c, path }) => {
      const rows = await ofDevice(await access.find(c, 'view'));
      return listed(rows.filter(({ identify }) => identify === path.x));
    }),
    serve(alarmSettings.ofProduct, async ({ principal, path }) =>
      listed(
        await settings.ofProduct(
          principal.organisationId,
          await findProduct(principal.organisationId, path.id),
        ),
      ),
    ),
    serve(alarmSettings.saveProduct, async ({ principal: { organisationId }, path, body }) => {
      const productModelId = await findProduct(organisationId, path.id);
      const values = ownOf(body, productModelId);
      await engine.change(null, () => settings.save(organisationId, { productModelId }, values));
      return listed(await settings.ofProduct(organisationId, productModelId));
    }),
  ];
}
