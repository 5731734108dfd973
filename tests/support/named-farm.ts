import type { ApiClient, Device, Scene } from '@farm3d/api';
import type { RunningServer } from './server.ts';

/** The demo farm with names given by users, and three additional scenes. */
export interface NamedFarm {
  readonly api: ApiClient;
  /** Those of the scene `house` first. */
  readonly devices: readonly Device[];
  /** One greenhouse and a few devices: quicker to draw than the whole demo farm. */
  readonly house: Scene;
  /** A plot. */
  readonly land: Scene;
  readonly empty: Scene;
  /** An LED screen that never reported; it is in the scene `house`. */
  readonly gate: Device;
  /** The first device of a product model. */
  readonly of: (productModelCode: string) => Device;
}

/** Names given by users, in a language that differs from that of the screens' texts. */
const NAMES: Record<string, string> = {
  'TQ-3L': 'Soil probe',
  'QX-9': 'Mast',
  'DCF-4': 'West valve',
  'SB-7.5': 'Well pump',
  'LED-P10': 'Board',
  'SP-DH2': 'Yard camera',
};
const IN_HOUSE = Object.keys(NAMES);
/** Half the side of a plot, degrees: 66 m square. */
const HALF = 0.0003;
const RING = [
  [121 - HALF, 31 - HALF],
  [121 + HALF, 31 - HALF],
  [121 + HALF, 31 + HALF],
  [121 - HALF, 31 + HALF],
  [121 - HALF, 31 - HALF],
];

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Renames the objects of a demo farm to one language, so that texts in another language are faults. */
export async function nameFarm(server: RunningServer): Promise<NamedFarm> {
  const api = await server.client({ lasting: true });
  let devices = (await api.devices.list({ pageSize: 50 })).items;
  const gate = await api.devices.create({ name: 'Gate board', productModelCode: 'LED-P10' });
  for (const [at, device] of devices.entries()) {
    const first =
      devices.findIndex(({ productModelCode }) => productModelCode === device.productModelCode) === at;
    const name = first ? NAMES[device.productModelCode] : undefined;
    await api.devices.update(device.id, { name: name ?? `${device.productModelCode} ${at + 1}` });
  }
  devices = (await api.devices.list({ pageSize: 50 })).items.filter(({ id }) => id !== gate.id);
  devices = [...IN_HOUSE.map((code) => devices.find(({ name }) => name === NAMES[code])!), ...devices];
  for (const { id } of (await api.scenes.list({ pageSize: 10 })).items)
    await api.scenes.update(id, { name: 'Demo farm', description: 'Tomatoes, maize and a pond' });
  for (const { id } of (await api.crops.plants()).items)
    // Seedlings in every season: deep soil layers do not count for them.
    await api.crops.updatePlant(id, { name: 'West tomatoes', growTime: daysAgo(12) });
  const of = (productModelCode: string): Device => {
    const found = devices.find((device) => device.productModelCode === productModelCode);
    if (!found) throw new Error(`the demo farm has no ${productModelCode}`);
    return found;
  };
  const place = (id: string, at: number) => ({
    id,
    parentId: null,
    position: { x: (at % 4) * 2.4 - 3.6, y: 0.03, z: Math.floor(at / 4) * 2 - 1 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
    extra: {},
  });
  const house = await api.scenes.create({
    name: 'North house',
    type: 'greenhouse',
    baseModelPath: '/models/greenhouse.glb',
    layout: {
      camera: null,
      equipment: [...IN_HOUSE.map((code) => of(code).id), gate.id].map(place),
      childScenes: [],
      extra: {},
    },
  });
  const land = await api.scenes.create({
    name: 'East land',
    type: 'plot',
    boundary: { type: 'Polygon', coordinates: [RING] },
  });
  const empty = await api.scenes.create({ name: 'New house', type: 'greenhouse' });
  return { api, devices, house, land, empty, gate, of };
}
