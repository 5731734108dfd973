import { encodeFlag, pageOf, scenes as calls, uuid, type BodyOf } from '@farm3d/api';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { levelGives, rightsOn } from '../../platform/auth/reach.ts';
import type { RuleReach } from '../../platform/auth/rule-reach.ts';
import { placedDevices } from '../../platform/placed-devices.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire, type Presence } from '../devices/wire.ts';
import type { Blobs } from '../files/blob-store.ts';
import { idInPath, pathOf } from '../files/file-addresses.ts';
import type { ImageReferences, ShownImages } from '../files/image-references.ts';
import { isImage, readImageSize } from '../files/images.ts';
import type { FileRepository } from '../files/repository.ts';
import { storeUpload } from '../files/store-upload.ts';
import type { WeatherService } from '../weather/service.ts';
import { DEFAULT_BASE_MODEL, MAX_PLACED, placeIn } from './layout.ts';
import type { SceneRepository, SceneRow } from './repository.ts';

/** Devices of other organisations. */
interface ReceivedDevices {
  /** Those of `ids` that the caller may view now through shares. */
  received(principal: Principal, ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
}

/** Dependencies of the scene calls. */
interface Dependencies {
  readonly scenes: SceneRepository;
  readonly devices: Pick<DeviceRepository, 'get' | 'list' | 'byIds'>;
  readonly shares: ReceivedDevices;
  readonly access: Pick<DeviceAccess, 'of'>;
  readonly reach: Pick<RuleReach, 'levelOn' | 'scenes' | 'deviceIds'>;
  /** The devices of a scene changed: streams that rest on rules about it are checked. */
  readonly reachChanged: (organisationId: string, ended?: boolean) => Promise<void>;
  readonly sessions: Presence;
  readonly photos: ImageReferences;
  readonly files: FileRepository;
  readonly blobs: Blobs;
  readonly weather: WeatherService;
  readonly events: Pick<ServerEvents, 'emit'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly config: Pick<ServerConfig, 'simulateWeather' | 'realWeather' | 'mapTiles'>;
}

type Body = Omit<BodyOf<typeof calls.update>, 'id' | 'version'>;

/** `/intelligent/scene`: scenes, their devices, and their shared settings. */
export function sceneRoutes(needs: Dependencies): ServedCall[] {
  const { scenes, devices, shares, sessions, photos, weather, config } = needs;
  const globalConfig = {
    simulateWeather: encodeFlag(config.simulateWeather),
    realWeather: encodeFlag(config.realWeather),
    baseModelPath: DEFAULT_BASE_MODEL,
    ...(config.mapTiles !== undefined && { mapTiles: config.mapTiles }),
  };
  return [
    ...editRoutes(needs),
    coverRoute(needs),
    serve(calls.list, async ({ principal, query }) => {
      const ids = principal.byRules ? [...(await needs.reach.scenes(principal)).keys()] : undefined;
      const filter = { ...query, type: query.type || undefined, ids };
      const { items, ...page } = await scenes.find(principal.organisationId, filter, pageOf(query));
      return { items: items.map((scene) => toResponse(scene, photos.shownTo(principal))), ...page };
    }),
    serve(calls.get, async ({ principal, path }) => {
      const scene = await scenes.get(principal.organisationId, path.id);
      if (!scene) throw notFound();
      return toDetail(needs, scene, principal);
    }),
    serve(calls.devices, async ({ principal, path }) => {
      const { organisationId } = principal;
      const scene = await scenes.get(organisationId, path.id);
      if (!scene) throw notFound();
      const ids = placedDevices(scene.sceneDevice).filter((id) => v.is(uuid, id));
      const own = await devices.list(organisationId, { ids }, { offset: 0, limit: MAX_PLACED });
      // Devices that others share may stand in a scene, too.
      const shared = principal.byRules ? [] : await shares.received(principal, ids);
      const received = await devices.byIds(shared.map(({ id }) => id));
      const images = photos.shownTo(principal);
      const items = [...own.items, ...received].map((device) => deviceToWire(device, sessions, images));
      return { items, total: own.total + received.length };
    }),
    serve(calls.globalConfig, () => globalConfig),
    serve(calls.config, () => {
      const items = Object.entries(globalConfig).map(([name, value]) => ({ name, value }));
      return { items, total: items.length };
    }),
    serve(calls.weather, ({ principal, query }) => weather.at(principal.organisationId, query)),
  ];
}

const toResponse = (scene: SceneRow, photos: ShownImages): SceneRow => ({
  ...scene,
  plotSkin: photos.show(scene.plotSkin),
  icon: photos.show(scene.icon),
  cover: photos.show(scene.cover),
});

/** A scene with what the caller may do with it. */
const toDetail = async (
  { photos, reach }: Pick<Dependencies, 'photos' | 'reach'>,
  scene: SceneRow,
  principal: Principal,
) => ({
  ...toResponse(scene, photos.shownTo(principal)),
  rights: await rightsOn(principal, 'scene', scene.id, reach),
});

/** Removes the file of a cover. */
async function removeCover(
  { files, blobs }: Pick<Dependencies, 'files' | 'blobs'>,
  organisationId: string,
  cover: string | null | undefined,
): Promise<void> {
  const file = cover ? await files.get(organisationId, idInPath(cover)) : undefined;
  if (file) await files.remove(file, () => blobs.removeAll(file.sha256));
}

/** The picture of a scene as it is drawn now; the former one is removed. */
function coverRoute(needs: Dependencies): ServedCall {
  const { scenes, files, blobs } = needs;
  return serve(calls.saveCover, async ({ c, principal, path }) => {
    const { organisationId } = principal;
    if (!(await scenes.get(organisationId, path.id))) {
      // The client gets its answer after it has sent the picture.
      c.env.incoming.resume();
      throw notFound();
    }
    const { file } = await storeUpload(c, blobs, files, {
      check: async (received) => {
        const picture = isImage(received.mediaType) ? readImageSize(await readFile(received.path)) : null;
        if (!picture) throw new HttpProblem(400, 'file.picture', { field: 'file' });
        return { picture };
      },
    });
    const saved = await scenes.saveCover(organisationId, path.id, pathOf(file));
    // Without a scene it is the new one that nobody needs.
    await removeCover(needs, organisationId, saved ? saved.replaced : pathOf(file));
    if (!saved) throw notFound();
    return toDetail(needs, saved.scene, principal);
  });
}

/**
 * Whoever edits a scene by a rule puts in only devices that they may operate: others operate there what stands in it.
 * @throws {HttpProblem} 404 for a scene that no rule names, 403 for one that they may not edit, 400 for such a device
 */
async function checkRuledEdit(
  principal: Principal,
  id: string,
  layouts: { readonly before?: string | null | undefined; readonly after?: string | null | undefined },
  reach: Dependencies['reach'],
): Promise<void> {
  if (!principal.byRules) return;
  const level = await reach.levelOn(principal, 'scene', id);
  if (level === null) throw notFound();
  if (!levelGives(level, 'scenes')) throw new HttpProblem(403, 'forbidden');
  const known = new Set(placedDevices(layouts.before ?? null));
  const added = placedDevices(layouts.after ?? null).filter((device) => !known.has(device));
  if (added.length === 0) return;
  const operated = new Set(await reach.deviceIds(principal, 'operate'));
  if (!added.every((device) => operated.has(device)))
    throw new HttpProblem(400, 'access.place', { field: 'sceneDevice' });
}

function editRoutes(needs: Dependencies): ServedCall[] {
  const { scenes, access, reach, reachChanged, photos, files, blobs, events, grants } = needs;
  /** Columns of a request; undefined leaves the value as it is. */
  const values = async (c: AppContext, body: Body, before?: SceneRow) => ({
    name: body.name,
    description: body.description,
    type: body.type,
    scene_device: body.sceneDevice,
    boundary: body.boundary,
    latitude: body.latitude,
    longitude: body.longitude,
    plot_skin: await photos.takeOne(c, 'plotSkin', body.plotSkin, before?.plotSkin),
    grow_crop: body.growCrop,
    grow_time: body.growTime === '' ? null : body.growTime,
    scene_3d_url: body.scene3Durl,
    icon: await photos.takeOne(c, 'icon', body.icon, before?.icon),
    base_model_path: body.baseModelPath,
  });

  const changed = ({ organisationId, userId }: Principal, { id, version }: { id: string; version: number }) =>
    events.emit('scene-changed', { sceneId: id, organisationId, version, by: userId });

  /** @throws {HttpProblem} 404; 409 after another save */
  const saved = async (principal: Principal, scene: SceneRow | 'missing' | 'stale') => {
    if (scene === 'missing') throw notFound();
    if (scene === 'stale') throw new HttpProblem(409, 'scene.stale', { error: 'stale_version' });
    changed(principal, scene);
    return toDetail(needs, scene, principal);
  };

  return [
    serve(calls.create, async ({ c, principal, body }) => {
      const written = { ...(await values(c, body)), name: body.name, created_by: principal.userId };
      return saved(principal, await scenes.create(principal.organisationId, written));
    }),
    serve(calls.update, async ({ c, principal, body: { id, version, ...body } }) => {
      const { organisationId } = principal;
      const before = await scenes.get(organisationId, id);
      const layouts = { before: before?.sceneDevice, after: body.sceneDevice };
      await checkRuledEdit(principal, id, layouts, reach);
      const written = await values(c, body, before);
      const answer = await saved(principal, await scenes.update(organisationId, id, written, version));
      if (body.sceneDevice !== undefined) await reachChanged(organisationId);
      return answer;
    }),
    // The order of the list, or one device that was placed or moved: the rest of the layout stays.
    serve(calls.drag, async ({ c, principal, body }) => {
      const { organisationId } = principal;
      if ('ids' in body) {
        // The order of the list is everybody's.
        if (principal.byRules) throw new HttpProblem(403, 'forbidden');
        if (!(await scenes.arrange(organisationId, body.ids))) throw notFound();
        return null;
      }
      const { id, deviceId, ...transform } = body;
      await checkRuledEdit(principal, id, {}, reach);
      const before = await scenes.get(organisationId, id);
      if (!before) throw notFound();
      const device = await access.of(c, deviceId, principal.byRules ? 'control' : 'view');
      // The scene changes, not the device.
      c.set('concerned', []);
      const written = { scene_device: placeIn(before.sceneDevice, { id: device.id, ...transform }) };
      const answer = await saved(principal, await scenes.update(organisationId, id, written, before.version));
      await reachChanged(organisationId);
      return answer;
    }),
    serve(calls.remove, async ({ principal, path }) => {
      const id = path.id.toLowerCase();
      const before = await scenes.get(principal.organisationId, id);
      if (!(await scenes.remove(principal.organisationId, id))) throw notFound();
      await removeCover({ files, blobs }, principal.organisationId, before?.cover);
      changed(principal, { id, version: 0 });
      await grants.changed({ of: 'scene', id });
      await reachChanged(principal.organisationId, true);
      return null;
    }),
  ];
}
