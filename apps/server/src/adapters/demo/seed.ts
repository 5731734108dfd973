import { encodeSceneDevice } from '@farm3d/api';
import type { Kysely, Transaction } from 'kysely';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDeviceToken } from '../../features/devices/credentials.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';
import {
  DEMO_CROP_DAYS,
  DEMO_DEVICES,
  DEMO_PLOT,
  DEMO_PLOT_DEVICES,
  DEMO_PLOT_VALVE,
  DEMO_SCENE,
  type Placement,
} from './demo-farm.ts';
import { inLanguage, type DemoLanguage } from './demo-names.ts';
import { insertDemoField } from './seed-field.ts';
import { ensureProductModels } from './product-model-seed.ts';

const ORGANISATION_NAME = '示范农场';

/** File with the devices of the simulator, inside the data folder. */
export function demoDevicesFile(dataDir: string): string {
  return join(dataDir, 'demo', 'devices.json');
}

/** Result of seeding. */
interface Seeded {
  readonly organisationId: string;
  /** The demo farm was created by this call; its territory is not there yet. */
  readonly isNewDemo: boolean;
}

/**
 * Creates the organisation and the built-in product models in an empty database, and with `demo` the demo farm. A
 * database that has an organisation gets only the missing built-in product models.
 */
export async function seed(
  db: Kysely<Database>,
  options: { demo: boolean; demoLanguage: DemoLanguage; dataDir: string },
): Promise<Seeded> {
  const existing = await db
    .selectFrom('organisation')
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (existing) {
    await db.transaction().execute(ensureProductModels);
    return { organisationId: existing.id, isNewDemo: false };
  }
  return db.transaction().execute(async (transaction) => {
    const organisation = await transaction
      .insertInto('organisation')
      .values({ name: inLanguage(ORGANISATION_NAME, options.demoLanguage) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const productModels = await ensureProductModels(transaction);
    if (options.demo) await insertDemoFarm(transaction, organisation.id, productModels, options);
    return { organisationId: organisation.id, isNewDemo: options.demo };
  });
}

async function insertDemoFarm(
  transaction: Transaction<Database>,
  organisationId: string,
  productModels: ReadonlyMap<string, string>,
  { dataDir, demoLanguage }: { dataDir: string; demoLanguage: DemoLanguage },
): Promise<void> {
  const named = (text: string): string => inLanguage(text, demoLanguage);
  const tokens: { id: string; name: string; productModelCode: string; token: string }[] = [];
  const placed: { id: string; placement: Placement }[] = [];
  for (const device of DEMO_DEVICES) {
    const { token, hash } = makeDeviceToken();
    const { id } = await transaction
      .insertInto('device')
      .values({
        organisation_id: organisationId,
        product_model_id: productModels.get(device.productModelCode) ?? '',
        name: named(device.name),
        token_hash: hash,
        simulated: true,
        latitude: device.latitude ?? null,
        longitude: device.longitude ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    tokens.push({ id, name: device.name, productModelCode: device.productModelCode, token });
    if (device.placement) placed.push({ id, placement: device.placement });
  }
  const growTime = daysAgo(DEMO_CROP_DAYS);
  const scene = await transaction
    .insertInto('scene')
    .values({
      organisation_id: organisationId,
      ...DEMO_SCENE,
      name: named(DEMO_SCENE.name),
      description: named(DEMO_SCENE.description),
      grow_time: growTime,
      scene_device: encodeSceneDevice({
        camera: null,
        equipment: placed.map(({ id, placement }) => ({
          id,
          parentId: null,
          position: { x: placement.x, y: placement.y, z: placement.z },
          rotation: { x: 0, y: placement.turn, z: 0 },
          scale: { x: 1, y: 1, z: 1 },
          extra: {},
        })),
        childScenes: [],
        extra: {},
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const idOf = (name: string): string[] => tokens.filter((one) => one.name === name).map(({ id }) => id);
  await transaction
    .insertInto('plant_configuration')
    .values({
      organisation_id: organisationId,
      ...DEMO_PLOT,
      name: named(DEMO_PLOT.name),
      grow_time: growTime,
      scene_id: scene.id,
      device_ids: DEMO_PLOT_DEVICES.flatMap(idOf),
      valve_id: idOf(DEMO_PLOT_VALVE)[0] ?? null,
    })
    .execute();
  await insertDemoField(transaction, organisationId, (name) => idOf(name)[0] ?? '', named);
  // Before the commit: with tokens that cannot be read the demo farm could never report.
  writeDemoDevices(
    dataDir,
    tokens.map((token) => ({ ...token, name: named(token.name) })),
  );
}

/** A date, yyyy-MM-dd. */
function daysAgo(days: number): string {
  return new Date(platformNow() - days * 86_400_000).toISOString().slice(0, 10);
}

function writeDemoDevices(dataDir: string, devices: readonly object[]): void {
  const file = demoDevicesFile(dataDir);
  mkdirSync(join(dataDir, 'demo'), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(devices, null, 2)}\n`, { mode: 0o600 });
}
