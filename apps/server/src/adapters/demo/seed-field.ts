import { encodeSceneDevice, type EquipmentRecord } from '@farm3d/api';
import type { Transaction } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { DEMO_FIELD, DEMO_HOUSE_MODEL, DEMO_HOUSES, standing } from './demo-field.ts';

/** The demo farm stays the newest scene, the first of the list; milliseconds. */
const OLDER_MS = 60_000;

/**
 * Inserts the demo plot and the greenhouses on it.
 * @param idOf id of a demo device by its Chinese name
 * @param named a name in the language of the demo farm
 */
export async function insertDemoField(
  transaction: Transaction<Database>,
  organisationId: string,
  idOf: (name: string) => string,
  named: (text: string) => string,
): Promise<void> {
  const created = (age: number) => new Date(platformNow() - age * OLDER_MS);
  const houses: { id: string; house: (typeof DEMO_HOUSES)[number] }[] = [];
  /** What stands in a greenhouse, in its own frame. */
  const equipmentOf = (house: (typeof DEMO_HOUSES)[number], parentId: string | null): EquipmentRecord[] =>
    house.devices.map(({ name, x, z }) => ({ id: idOf(name), parentId, ...standing({ x, z }), extra: {} }));
  for (const [index, house] of DEMO_HOUSES.entries()) {
    const { id } = await transaction
      .insertInto('scene')
      .values({
        organisation_id: organisationId,
        name: named(house.name),
        description: named(house.description),
        type: '1',
        latitude: DEMO_FIELD.latitude,
        longitude: DEMO_FIELD.longitude,
        base_model_path: DEMO_HOUSE_MODEL,
        created_at: created(2 + index),
        scene_device: encodeSceneDevice({
          camera: null,
          equipment: equipmentOf(house, null),
          childScenes: [],
          extra: {},
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    houses.push({ id, house });
  }
  const { boundary, ...field } = DEMO_FIELD;
  await transaction
    .insertInto('scene')
    .values({
      organisation_id: organisationId,
      ...field,
      name: named(field.name),
      description: named(field.description),
      boundary: JSON.stringify(boundary),
      created_at: created(1),
      scene_device: encodeSceneDevice({
        camera: null,
        equipment: houses.flatMap(({ id, house }) => equipmentOf(house, id)),
        childScenes: houses.map(({ id, house }) => ({
          id,
          name: named(house.name),
          ...standing(house.at),
          extra: {},
        })),
        extra: {},
      }),
    })
    .execute();
}
