import type { CameraState, EquipmentRecord, SceneLayout, Transform } from '../domain/scene.ts';
import type { Vec3 } from '../domain/vector.ts';
import { isRecord, readJsonText, unknownKeys } from './json.ts';
import { lookAtRotation } from './rotation.ts';
import { decodeVector, encodeVector } from './vector.ts';
import { WireError } from './wire-error.ts';

/*
 * `sceneDevice` (Spec §3) is JSON text inside the JSON of the scene. Unknown members are kept in `extra`, which
 * mirrors their place: an unknown member of an item's `position` is `extra.position.key`, an unreadable item of
 * `equData` is one of `extra.equData`. Saving writes all of it back.
 */

const ZERO: Vec3 = { x: 0, y: 0, z: 0 };
const ONE: Vec3 = { x: 1, y: 1, z: 1 };
const ROOT_KEYS = new Set(['controlsTarget', 'cameraPosition', 'cameraRotation', 'equData', 'otherScene']);
const ITEM_KEYS = new Set(['id', 'position', 'scale', 'rotation']);
const MODEL_KEYS = new Set([...ITEM_KEYS, 'name']);
const CHILD_KEYS = new Set(['bigModel', 'equData']);

export function emptySceneLayout(): SceneLayout {
  return { camera: null, equipment: [], childScenes: [], extra: {} };
}

function readId(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function readTransform(
  item: Record<string, unknown>,
  knownKeys: ReadonlySet<string>,
): Transform & { extra: Record<string, unknown> } {
  const extra = unknownKeys(item, knownKeys);
  const read = (key: 'position' | 'rotation' | 'scale', fallback: Vec3): Vec3 => {
    const decoded = decodeVector(item[key], fallback);
    if (decoded && Object.keys(decoded.extra).length > 0) extra[key] = decoded.extra;
    return decoded?.value ?? { ...fallback };
  };
  return {
    position: read('position', ZERO),
    rotation: read('rotation', ZERO),
    scale: read('scale', ONE),
    extra,
  };
}

/** Splits a list into equipment and unreadable items (no id, or a duplicate id). */
function readEquipment(
  list: unknown,
  parentId: string | null,
  usedIds: Set<string>,
): { equipment: EquipmentRecord[]; unread: unknown[] } {
  const equipment: EquipmentRecord[] = [];
  const unread: unknown[] = [];
  for (const item of Array.isArray(list) ? (list as unknown[]) : []) {
    const id = isRecord(item) ? readId(item['id']) : undefined;
    if (!isRecord(item) || id === undefined || usedIds.has(id)) {
      unread.push(item);
      continue;
    }
    usedIds.add(id);
    const { extra, ...transform } = readTransform(item, ITEM_KEYS);
    // A numeric id is written as a number: programs may compare it strictly.
    if (typeof item['id'] === 'number') extra['id'] = item['id'];
    equipment.push({ id, parentId, ...transform, extra });
  }
  return { equipment, unread };
}

function readCamera(source: Record<string, unknown>, extra: Record<string, unknown>): CameraState | null {
  const position = decodeVector(source['cameraPosition'], ZERO);
  const target = decodeVector(source['controlsTarget'], ZERO);
  if (!position) {
    for (const key of ['controlsTarget', 'cameraPosition', 'cameraRotation']) {
      if (source[key] !== undefined) extra[key] = source[key];
    }
    return null;
  }
  if (Object.keys(position.extra).length > 0) extra['cameraPosition'] = position.extra;
  if (target && Object.keys(target.extra).length > 0) extra['controlsTarget'] = target.extra;
  const rotation = decodeVector(source['cameraRotation'], ZERO);
  if (rotation && Object.keys(rotation.extra).length > 0) extra['cameraRotation'] = rotation.extra;
  const state: CameraState = { position: position.value, target: target?.value ?? { ...ZERO } };
  // Position and target decide (readings 4): a saved rotation is not trusted.
  state.rotation = lookAtRotation(state.position, state.target);
  return state;
}

/**
 * Decodes `sceneDevice`: a JSON text, JSON encoded twice, an object, or nothing.
 * @throws {WireError} when the text is no JSON object
 */
export function decodeSceneDevice(value: unknown): SceneLayout {
  const source = readJsonText(value);
  if (source === null || (source === undefined && (value === undefined || value === null)))
    return emptySceneLayout();
  if (!isRecord(source)) throw new WireError('sceneDevice', 'is not a JSON object');
  const extra = unknownKeys(source, ROOT_KEYS);
  const usedIds = new Set<string>();
  const own = readEquipment(source['equData'], null, usedIds);
  if (own.unread.length > 0) extra['equData'] = own.unread;
  const layout: SceneLayout = {
    camera: readCamera(source, extra),
    equipment: own.equipment,
    childScenes: [],
    extra,
  };
  const unreadChildren: unknown[] = [];
  for (const entry of Array.isArray(source['otherScene']) ? (source['otherScene'] as unknown[]) : []) {
    const model = isRecord(entry) ? entry['bigModel'] : undefined;
    const id = isRecord(model) ? readId(model['id']) : undefined;
    if (!isRecord(entry) || !isRecord(model) || id === undefined || usedIds.has(id)) {
      unreadChildren.push(entry);
      continue;
    }
    usedIds.add(id);
    const { extra: modelExtra, ...transform } = readTransform(model, MODEL_KEYS);
    if (typeof model['id'] === 'number') modelExtra['id'] = model['id'];
    const name = model['name'];
    const children = readEquipment(entry['equData'], id, usedIds);
    const entryExtra: Record<string, unknown> = unknownKeys(entry, CHILD_KEYS);
    if (children.unread.length > 0) entryExtra['equData'] = children.unread;
    const childExtra: Record<string, unknown> = { ...entryExtra };
    if (Object.keys(modelExtra).length > 0) childExtra['bigModel'] = modelExtra;
    layout.childScenes.push({
      id,
      name: typeof name === 'string' ? name : '',
      ...transform,
      extra: childExtra,
    });
    layout.equipment.push(...children.equipment);
  }
  if (unreadChildren.length > 0) extra['otherScene'] = unreadChildren;
  return layout;
}

function writeTransform(
  record: Transform & { id: string },
  extra: Record<string, unknown>,
  knownKeys: ReadonlySet<string>,
  field: string,
  name?: string,
): Record<string, unknown> {
  return {
    id: typeof extra['id'] === 'number' ? extra['id'] : record.id,
    position: encodeVector(record.position, `${field}.position`, extra['position']),
    scale: encodeVector(record.scale, `${field}.scale`, extra['scale']),
    rotation: encodeVector(record.rotation, `${field}.rotation`, extra['rotation']),
    ...(name === undefined ? {} : { name }),
    ...unknownKeys(extra, knownKeys),
  };
}

function writeEquipment(
  layout: SceneLayout,
  parentId: string | null,
  unread: unknown,
  field: string,
): unknown[] {
  const items: unknown[] = layout.equipment
    .filter((record) => record.parentId === parentId)
    .map((record, index) => writeTransform(record, record.extra, ITEM_KEYS, `${field}[${index}]`));
  return Array.isArray(unread) ? [...items, ...(unread as unknown[])] : items;
}

/**
 * The object that `sceneDevice` encodes.
 * @throws {WireError} when a number is not finite
 */
function encodeSceneDeviceValue(layout: SceneLayout): Record<string, unknown> {
  const { camera, extra } = layout;
  const value: Record<string, unknown> = {};
  const parents = new Set(layout.childScenes.map((child) => child.id));
  for (const { id, parentId } of layout.equipment) {
    // Such a record has no place on the wire: omitting it would lose it silently.
    if (parentId !== null && !parents.has(parentId))
      throw new WireError(`equipment ${id}`, `no child scene ${parentId}`);
  }
  if (camera) {
    value['controlsTarget'] = encodeVector(camera.target, 'controlsTarget', extra['controlsTarget']);
    value['cameraPosition'] = encodeVector(camera.position, 'cameraPosition', extra['cameraPosition']);
    const rotation = lookAtRotation(camera.position, camera.target);
    value['cameraRotation'] = encodeVector(rotation, 'cameraRotation', extra['cameraRotation']);
  } else {
    for (const key of ['controlsTarget', 'cameraPosition', 'cameraRotation']) {
      if (extra[key] !== undefined) value[key] = extra[key];
    }
  }
  value['equData'] = writeEquipment(layout, null, extra['equData'], 'equData');
  const children: unknown[] = layout.childScenes.map((child, index) => {
    const field = `otherScene[${index}]`;
    const modelExtra = isRecord(child.extra['bigModel']) ? child.extra['bigModel'] : {};
    return {
      bigModel: writeTransform(child, modelExtra, MODEL_KEYS, `${field}.bigModel`, child.name),
      equData: writeEquipment(layout, child.id, child.extra['equData'], `${field}.equData`),
      ...unknownKeys(child.extra, CHILD_KEYS),
    };
  });
  const unreadChildren = extra['otherScene'];
  value['otherScene'] = Array.isArray(unreadChildren)
    ? [...children, ...(unreadChildren as unknown[])]
    : children;
  return { ...value, ...unknownKeys(extra, ROOT_KEYS) };
}

/**
 * Encodes a layout as the text of `sceneDevice`.
 * @throws {WireError} when a number is not finite
 */
export function encodeSceneDevice(layout: SceneLayout): string {
  return JSON.stringify(encodeSceneDeviceValue(layout));
}
