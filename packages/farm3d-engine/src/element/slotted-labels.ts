import type { FarmViewer } from '../engine/farm-viewer.ts';

/** The page's own elements in the slot `label`: each stands where the label of the object that its `data-id` names would. */
export class SlottedLabels {
  readonly #slot: HTMLSlotElement;
  readonly #changes = new MutationObserver(() => this.#follow());
  readonly #host: Element;
  #viewer: FarmViewer | null = null;
  #stops: readonly (() => void)[] = [];

  constructor(root: ShadowRoot) {
    this.#host = root.host;
    const layer = root.appendChild(root.ownerDocument.createElement('div'));
    layer.part.add('labels');
    this.#slot = layer.appendChild(root.ownerDocument.createElement('slot'));
    this.#slot.name = 'label';
    this.#slot.addEventListener('slotchange', () => this.#follow());
  }

  /** Follows the objects of this viewer; null: of none. */
  setViewer(viewer: FarmViewer | null): void {
    this.#viewer = viewer;
    if (viewer) this.#changes.observe(this.#host, { subtree: true, attributeFilter: ['data-id'] });
    else this.#changes.disconnect();
    this.#follow();
  }

  #follow(): void {
    for (const stop of this.#stops) stop();
    const viewer = this.#viewer;
    const elements = viewer ? this.#slot.assignedElements() : [];
    this.#stops = (elements as HTMLElement[]).map(({ dataset, style }) =>
      viewer!.trackLabel(dataset['id'] ?? '', ({ x, y, visible }) => {
        style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
        style.visibility = visible ? '' : 'hidden';
      }),
    );
  }
}
