import { Group, type Matrix4, Object3D, PerspectiveCamera, Scene } from 'three';
import type { ViewerContext } from '../context/viewer-context.ts';
import { SceneDocument } from '../document/scene-document.ts';
import type { Transform } from '../document/records.ts';

const transformAt = (x: number): Transform => ({
  position: { x, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
});

/**
 * For tests without a page: a scene with the child scene `house` at x = 10, in it the device `inside` at x = 1, and the
 * device `outside` at x = 4. A moved child scene moves its frame, as in a viewer.
 */
export function testContext(): ViewerContext {
  const document = SceneDocument.fromLayout({
    camera: null,
    childScenes: [{ id: 'house', name: 'house', ...transformAt(10), extra: {} }],
    equipment: [
      { id: 'inside', parentId: 'house', ...transformAt(1), extra: {} },
      { id: 'outside', parentId: null, ...transformAt(4), extra: {} },
    ],
    extra: {},
  });
  const scene = new Scene();
  const ground = new Group();
  const house = new Object3D();
  house.position.x = 10;
  scene.add(ground, house);
  scene.updateMatrixWorld(true);
  const view = new EventTarget();
  const canvas = Object.assign(new EventTarget(), { style: {}, ownerDocument: { defaultView: view } });
  const part: Partial<ViewerContext> = {
    document,
    scene,
    camera: new PerspectiveCamera(),
    canvas: canvas as unknown as HTMLCanvasElement,
    requestRender: () => {},
    frameOf: (parentId) => (parentId === 'house' ? house : ground),
    moveObject: (id: string, matrix: Matrix4 | null) => {
      if (id !== 'house') return;
      if (matrix) matrix.decompose(house.position, house.quaternion, house.scale);
      else house.position.copy(document.childScene('house')?.position ?? house.position);
      house.updateMatrixWorld(true);
    },
  };
  return part as ViewerContext;
}
