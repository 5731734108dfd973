import type { ApiClient, Scene } from '@farm3d/api';

type Layout = Scene['layout'];
type Place = Layout['equipment'][number]['position'];

/** A layout with objects, without rotation and scaling. Default position: the origin. */
export const layoutOf = (
  ids: readonly string[],
  placeOf: (index: number) => Place = () => ({ x: 0, y: 0, z: 0 }),
): Layout => ({
  camera: null,
  equipment: ids.map((id, index) => ({
    id,
    parentId: null,
    position: placeOf(index),
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
    extra: {},
  })),
  childScenes: [],
  extra: {},
});

/** Takes all devices out of the scenes that there are: a device of one scene is not offered in another. */
export async function clearScenes(api: Pick<ApiClient, 'scenes'>): Promise<void> {
  for (const { id } of (await api.scenes.list({ pageSize: 50 })).items)
    await api.scenes.update(id, { layout: layoutOf([]) });
}
