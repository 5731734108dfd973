import type { Device, Scene } from '@farm3d/api';
import type { EquipmentKind } from 'farm3d-engine';

/** A placed device in a list. `device` is null when it was deleted from the platform and is still in the scene. */
export interface ListedDevice {
  readonly id: string;
  readonly device: Device | null;
}

/** An entry of the carousel: a device for a greenhouse, or a greenhouse for a plot. */
export type CarouselEntry =
  | { readonly kind: 'device'; readonly id: string; readonly name: string; readonly device: Device }
  | { readonly kind: 'scene'; readonly id: string; readonly name: string; readonly scene: Scene };

const byName = (a: Device, b: Device): number => a.name.localeCompare(b.name, 'zh-CN', { numeric: true });
/** 'SP' is a video camera (Spec §3). */
const isCamera = (device: Device): boolean => device.productTypeCode === 'SP';

/** Names and models of the devices, as the viewer takes them. */
export function equipmentKinds(devices: readonly Device[]): EquipmentKind[] {
  return devices.map(({ id, name, modelPath, productModelCode }) => ({
    equipmentId: id,
    name,
    modelPath,
    productModelCode,
  }));
}

/**
 * Devices in the order of the carousel: placed ones first (Spec §4), in the order of placement, so that a device just
 * placed stays near its position. Then the others by name, cameras last, as sensors are placed first.
 */
export function carouselOrder(devices: readonly Device[], placed: readonly string[]): Device[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const first = placed.flatMap((id) => byId.get(id) ?? []);
  const placedIds = new Set(placed);
  const rest = devices
    .filter(({ id }) => !placedIds.has(id))
    .toSorted((a, b) => Number(isCamera(a)) - Number(isCamera(b)) || byName(a, b));
  return [...first, ...rest];
}

/** The devices that a scene may offer: those that stand in it, and those that stand in no other. */
export function freeDevices(
  devices: readonly Device[],
  placed: readonly string[],
  placedElsewhere: ReadonlySet<string>,
): readonly Device[] {
  if (placedElsewhere.size === 0) return devices;
  const placedIds = new Set(placed);
  return devices.filter(({ id }) => placedIds.has(id) || !placedElsewhere.has(id));
}

/** Devices and, for a plot, greenhouse scenes: placed ones first, then unplaced scenes, then unplaced devices. */
export function carouselEntries(
  devices: readonly Device[],
  scenes: readonly Scene[],
  placed: readonly string[],
  placedScenes: readonly string[],
): CarouselEntry[] {
  const ordered = carouselOrder(devices, placed);
  const placedIds = new Set([...placed, ...placedScenes]);
  const entries: CarouselEntry[] = [
    ...ordered.map((device) => ({ kind: 'device' as const, id: device.id, name: device.name, device })),
    ...scenes.map((scene) => ({ kind: 'scene' as const, id: scene.id, name: scene.name, scene })),
  ];
  const rank = ({ id, kind }: CarouselEntry): number => (placedIds.has(id) ? 0 : kind === 'scene' ? 1 : 2);
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** The placed devices: those with an alarm first, then by name; deleted devices come last. */
export function listedDevices(
  devices: readonly Device[],
  placed: readonly string[],
  hasAlarm: (id: string) => boolean = () => false,
): ListedDevice[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const knownDevices = placed
    .flatMap((id) => byId.get(id) ?? [])
    .toSorted((a, b) => Number(hasAlarm(b.id)) - Number(hasAlarm(a.id)) || byName(a, b));
  const deletedDevices = placed.filter((id) => !byId.has(id));
  return [
    ...knownDevices.map((device) => ({ id: device.id, device })),
    ...deletedDevices.map((id) => ({ id, device: null })),
  ];
}

/** The items whose name or product contains the query. @param nameOf name of an item that is no device; default: none matches */
export function matching<T>(
  items: readonly T[],
  query: string,
  deviceOf: (item: T) => Device | null,
  nameOf: (item: T) => string = () => '',
): readonly T[] {
  const text = query.trim().toLocaleLowerCase();
  if (text === '') return items;
  return items.filter((item) => {
    const device = deviceOf(item);
    return device
      ? [device.name, device.productModelName, device.productModelCode].some((part) =>
          part.toLocaleLowerCase().includes(text),
        )
      : nameOf(item).toLocaleLowerCase().includes(text);
  });
}

/** Filter of the carousel: all entries, unplaced ones, or the devices of one product model (by its code). */
export type CarouselFilter = 'all' | 'unplaced' | { readonly productModelCode: string };

export function filterEntries(
  entries: readonly CarouselEntry[],
  filter: CarouselFilter,
  isPlaced: (id: string) => boolean,
): readonly CarouselEntry[] {
  if (filter === 'all') return entries;
  if (filter === 'unplaced') return entries.filter(({ id }) => !isPlaced(id));
  return entries.filter(
    (entry) => entry.kind === 'device' && entry.device.productModelCode === filter.productModelCode,
  );
}

/** The product models that entries are of, in the order of their names. */
export function productsOf(entries: readonly CarouselEntry[]): { code: string; name: string }[] {
  const names = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'device'
        ? [[entry.device.productModelCode, entry.device.productModelName] as const]
        : [],
    ),
  );
  return [...names]
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'));
}
