import {
  decodeSceneDevice,
  embedTokens,
  emptySceneLayout,
  mainReading,
  uuid,
  type AnswerOf,
  type SceneLayout,
} from '@farm3d/api';
import * as v from 'valibot';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { alarmToWire, type AlarmRepository } from '../alarms/repository.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { Presence } from '../devices/wire.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { DEFAULT_BASE_MODEL, MAX_PLACED } from './layout.ts';
import type { SceneRepository, SceneRow } from './repository.ts';

interface Dependencies {
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly devices: Pick<DeviceRepository, 'list'>;
  readonly products: Pick<ProductModelRepository, 'attributes'>;
  readonly alarms: Pick<AlarmRepository, 'list'>;
  readonly sessions: Pick<Presence, 'isOnline'>;
  readonly photos: Pick<ImageReferences, 'shownTo'>;
  /** When an embed token ends; null: it has ended. */
  readonly endOf: (tokenId: string) => Promise<Date | null>;
}

/** The layout of a scene; an unreadable one shows the base model alone. */
function layoutOf({ sceneDevice }: SceneRow): SceneLayout {
  try {
    return decodeSceneDevice(sceneDevice);
  } catch {
    return emptySceneLayout();
  }
}

/** Type of a scene that is a plot. */
const PLOT = '2';

/** Base model of a scene: a plot without one is open ground. */
const baseOf = ({ type, baseModelPath }: SceneRow): string | null =>
  baseModelPath ?? (type === PLOT ? null : DEFAULT_BASE_MODEL);

/**
 * The scene of a request: that of the embed token, else the named one.
 * @throws {HttpProblem} 404 for another one; 400 when a user names none
 */
function sceneIdOf(principal: Principal, named: string | undefined): string {
  const { sceneId } = principal;
  if (sceneId !== undefined && named !== undefined && named !== sceneId) throw notFound();
  const id = sceneId ?? named;
  if (id === undefined) throw new HttpProblem(400, 'field.invalid', { field: 'sceneId' });
  return id;
}

/** `/api/embed/scene`: everything that a page with the engine needs to show a scene. */
export function embeddedSceneRoute(needs: Dependencies): ServedCall {
  return serve(embedTokens.view, async ({ principal, query }) => {
    const { organisationId, sceneId, sessionId } = principal;
    const scene = await needs.scenes.get(organisationId, sceneIdOf(principal, query.sceneId));
    if (!scene) throw notFound();
    const layout = layoutOf(scene);
    const { show } = needs.photos.shownTo(principal);
    const [devices, childModels, end] = await Promise.all([
      devicesIn(needs, organisationId, layout),
      childModelsIn(needs, organisationId, layout),
      sceneId === undefined ? null : needs.endOf(sessionId),
    ]);
    return {
      sceneId: scene.id,
      name: scene.name,
      expireTime: end?.toISOString() ?? null,
      scene: {
        baseModelPath: show(baseOf(scene)),
        layout,
        catalogue: devices.map(({ id, name, model_path, product_model_path }) => ({
          equipmentId: id,
          name,
          modelPath: show(model_path ?? product_model_path),
        })),
      },
      childModels: Object.fromEntries(childModels.map(([id, path]) => [id, show(path)])),
      ...(await liveParts(needs, organisationId, devices)),
    };
  });
}

type Device = Awaited<ReturnType<Dependencies['devices']['list']>>['items'][number];

async function devicesIn(
  { devices }: Dependencies,
  organisationId: string,
  { equipment }: SceneLayout,
): Promise<readonly Device[]> {
  const ids = equipment.map(({ id }) => id.toLowerCase()).filter((id) => v.is(uuid, id));
  return (await devices.list(organisationId, { ids }, { offset: 0, limit: MAX_PLACED })).items;
}

/** Base models of the child scenes; a child that was deleted has none. */
function childModelsIn(
  { scenes }: Dependencies,
  organisationId: string,
  { childScenes }: SceneLayout,
): Promise<(readonly [string, string | null])[]> {
  return Promise.all(
    childScenes.map(async ({ id }) => {
      const child = await scenes.get(organisationId, id);
      return [id, child ? baseOf(child) : null] as const;
    }),
  );
}

/** Devices with the reading that their labels show, and their active alarms. */
async function liveParts(
  { products, alarms, sessions }: Dependencies,
  organisationId: string,
  devices: readonly Device[],
): Promise<Pick<AnswerOf<typeof embedTokens.view>, 'devices' | 'alarms'>> {
  const models = [...new Set(devices.map((device) => device.product_model_id))];
  const main = new Map(
    await Promise.all(
      models.map(async (id) => {
        const measured = await products.attributes(id, { organisationId, state: 1, type: '0' });
        const values = measured.flatMap(({ identify, parameters }) =>
          parameters.length > 0
            ? parameters.map(({ parameterEnName, unit }) => ({ key: parameterEnName, unit: unit ?? '' }))
            : [{ key: identify, unit: '' }],
        );
        return [id, mainReading(values)] as const;
      }),
    ),
  );
  const filter = { deviceIds: devices.map(({ id }) => id), active: true };
  const active = await alarms.list(organisationId, filter, { offset: 0, limit: MAX_PLACED });
  return {
    devices: devices.map((device) => ({
      id: device.id,
      name: device.name,
      online: sessions.isOnline(device.id),
      simulated: device.simulated,
      key: main.get(device.product_model_id)?.key ?? null,
      unit: main.get(device.product_model_id)?.unit ?? '',
    })),
    alarms: active.items.map((alarm) => {
      const { id, deviceId, name, severity, raisedTime } = alarmToWire(alarm);
      return { id, deviceId, name, severity, raisedTime };
    }),
  };
}
