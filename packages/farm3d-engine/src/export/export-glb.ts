import { Group, type Matrix4, type Object3D, Scene } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { FarmError } from '../core/errors.ts';
import type { Model } from '../resources/model.ts';
import { buildNodes } from '../view/base-view.ts';

/** A thing that is exported. */
export interface ExportedThing {
  readonly id: string;
  readonly name: string;
  readonly model: Model;
  /** World matrix. */
  readonly matrix: Matrix4;
}

/** What a file is made of. */
export interface ExportSource {
  /** The base models as they stand in the scene: not changed, not disposed. */
  readonly base: readonly Object3D[];
  readonly things: Iterable<ExportedThing>;
}

/**
 * Writes base and things into one binary glTF. What is shown by the same model is in the file once: meshes are shared, a
 * thing is a node with its own place, its id in `extras.farm3dId`.
 * @throws FarmError `export-failed`
 */
export async function exportGlb({ base, things }: ExportSource): Promise<Blob> {
  const scene = new Scene();
  scene.name = 'farm3d';
  for (const object of base) scene.add(copyTree(object));
  const templates = new Map<Model, Group[]>();
  for (const { id, name, model, matrix } of things) {
    let nodes = templates.get(model);
    if (!nodes) {
      nodes = buildNodes(model);
      templates.set(model, nodes);
    }
    const root = new Group();
    root.name = name;
    root.userData = { farm3dId: id };
    matrix.decompose(root.position, root.quaternion, root.scale);
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

/** Objects anew, geometries and materials shared; what tools put there is left out. */
function copyTree(object: Object3D): Object3D {
  const copy = object.clone(false);
  // What the engine notes there is its own: shaders, flags.
  copy.userData = {};
  for (const child of object.children) if (child.userData['isTool'] !== true) copy.add(copyTree(child));
  return copy;
}
