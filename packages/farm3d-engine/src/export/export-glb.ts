import { Group, Matrix4, type Object3D, Scene } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { FarmError } from '../core/errors.ts';
import type { Model } from '../resources/model.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import { buildNodes } from '../view/base-view.ts';
import type { SceneView } from '../view/scene-view.ts';

const _matrix = new Matrix4();

/**
 * Writes base model and equipment into one binary glTF. Objects of the same model share meshes; each is a node with its
 * transform and its id in `extras.farm3dId`.
 * @param nameOf the name of placed equipment
 * @throws FarmError `export-failed`
 */
export async function exportGlb(
  { base, equipment }: SceneView,
  document: SceneDocument,
  nameOf: (id: string) => string,
): Promise<Blob> {
  const scene = new Scene();
  scene.name = 'farm3d';
  for (const object of base.group.children) scene.add(copyTree(object));
  const templates = new Map<Model, Group[]>();
  for (const record of document.equipment()) {
    const model = equipment.model(record.id);
    if (!model) continue;
    let nodes = templates.get(model);
    if (!nodes) {
      nodes = buildNodes(model);
      templates.set(model, nodes);
    }
    const root = new Group();
    root.name = nameOf(record.id);
    root.userData = { farm3dId: record.id };
    equipment.worldMatrix(record, _matrix).decompose(root.position, root.quaternion, root.scale);
    root.updateMatrix();
    const copies = nodes.map((node) => copyTree(node));
    for (const [i, copy] of copies.entries()) (copies[model.nodes[i]!.parent] ?? root).add(copy);
    scene.add(root);
  }
  try {
    const buffer = await new GLTFExporter().parseAsync(scene, { binary: true, onlyVisible: false });
    return new Blob([buffer as ArrayBuffer], { type: 'model/gltf-binary' });
  } catch (error) {
    throw FarmError.from(error, 'export-failed');
  }
}

/** Copies objects, shares geometries and materials, and leaves tools out. */
function copyTree(object: Object3D): Object3D {
  const copy = object.clone(false);
  // userData contains internal shaders and flags.
  copy.userData = {};
  for (const child of object.children) if (child.userData['isTool'] !== true) copy.add(copyTree(child));
  return copy;
}
