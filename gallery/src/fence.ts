import { patchSurface, type ViewerContext, type ViewerPlugin } from 'farm3d-engine';
import { BoxGeometry, Group, InstancedMesh, MeshStandardMaterial, Object3D } from 'three';

/** Distance between posts, and height, metres. */
const [STEP, HEIGHT] = [2, 1.2];

/** A corner, metres. */
export type Corner = readonly [x: number, z: number];

/** A wooden fence from corner to corner, with a label where it is clicked. */
export class Fence implements ViewerPlugin {
  readonly id: string;
  readonly name: string;
  readonly corners: readonly Corner[];

  constructor(id: string, name: string, corners: readonly Corner[]) {
    this.id = id;
    this.name = name;
    this.corners = corners;
  }

  attach(context: ViewerContext): void {
    const { id, name } = this;
    const material = new MeshStandardMaterial({
      color: '#8a6a45',
    });
    // Wet in the rain, white in the snow.
    material.onBeforeCompile = (shader) => patchSurface(shader, material);
    const fence = new Group();
    let length = 0;
    for (const [i, [x, z]] of this.corners.entries()) {
      const next = this.corners[i + 1];
      if (!next) break;
      const side = sideOf(next[0] - x, next[1] - z, material);
      side.position.set(x, 0, z);
      fence.add(side);
      length += Math.hypot(next[0] - x, next[1] - z);
    }
    context.add(fence);
    context.addPickTarget({
      id,
      object: fence,
      clicked: ({ x, z }) =>
        context.setLabel({
          id,
          name,
          value: `${length.toFixed(0)} m`,
          position: { x, y: HEIGHT + 0.3, z },
        }),
      hovered: (isHovered) => {
        material.emissive.set(isHovered ? '#3a2a12' : '#000000');
        context.requestRender('fence');
      },
    });
  }
}

/** Posts and two rails along x, turned towards the next corner. */
function sideOf(x: number, z: number, wood: MeshStandardMaterial) {
  const length = Math.hypot(x, z);
  const posts = Math.max(2, Math.round(length / STEP) + 1);
  const box = new BoxGeometry(1, 1, 1);
  const side = new InstancedMesh(box, wood, posts + 2);
  const one = new Object3D();
  for (let i = 0; i < posts + 2; i++) {
    const isPost = i < posts;
    const rail = HEIGHT * (i === posts ? 0.45 : 0.85);
    one.position.set(isPost ? (length * i) / (posts - 1) : length / 2, isPost ? HEIGHT / 2 : rail, 0);
    one.scale.set(isPost ? 0.1 : length, isPost ? HEIGHT : 0.09, 0.1);
    one.updateMatrix();
    side.setMatrixAt(i, one.matrix);
  }
  side.rotation.y = Math.atan2(-z, x);
  side.castShadow = side.receiveShadow = true;
  return side;
}
