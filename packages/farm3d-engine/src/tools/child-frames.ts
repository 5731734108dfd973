import { Box3, BoxGeometry, EdgesGeometry, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** The colour of the rings under selected devices. */
const COLOUR = 0x5ad2ff;
/** Distance from the model, so that the lines do not lie in its walls, metres. */
const GAP = 0.15;

const _box = new Box3();
const _size = new Vector3();

/** A frame around each selected child scene, which has no ring as devices have. */
export class ChildFrames implements IDisposable {
  readonly #context: ViewerContext;
  readonly #material = new LineBasicMaterial({ color: COLOUR, toneMapped: false });
  readonly #geometry = new EdgesGeometry(new BoxGeometry(1, 1, 1));
  readonly #frames = new Map<string, LineSegments>();

  constructor(context: ViewerContext) {
    this.#context = context;
  }

  /** Shows frames around these child scenes only, as far as they have a model. */
  show(ids: readonly string[]): void {
    const { document, scene } = this.#context;
    const wanted = new Set(ids.filter((id) => document.childScene(id) && this.#context.boundsOf(id, _box)));
    if (wanted.size === 0 && this.#frames.size === 0) return;
    for (const [id, frame] of this.#frames) {
      if (wanted.has(id)) continue;
      frame.removeFromParent();
      this.#frames.delete(id);
    }
    for (const id of wanted) {
      this.#context.boundsOf(id, _box);
      const frame = this.#frames.get(id) ?? new LineSegments(this.#geometry, this.#material);
      frame.userData['isTool'] = true;
      _box.expandByScalar(GAP).getCenter(frame.position);
      frame.scale.copy(_box.getSize(_size));
      this.#frames.set(id, frame);
      scene.add(frame);
    }
    this.#context.requestRender('selection');
  }

  dispose(): void {
    this.show([]);
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
