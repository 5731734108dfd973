import { placeLabels, type Box, type LabelAnchor, type LabelPlace } from './label-layout.ts';

/** A label on the board. */
export interface BoardLabel {
  readonly id: string;
  readonly element: HTMLElement;
  /** Shows it at its place. */
  readonly show: (place: LabelPlace) => void;
}

/**
 * Places the labels together, once a frame at most and only when an object, a text or the need for a label changed: at
 * rest nothing runs and nothing is written.
 */
export class LabelBoard {
  readonly #labels = new Map<string, BoardLabel & { anchor: LabelAnchor; width: number; height: number }>();
  #order: readonly string[] = [];
  #covering = '';
  #places = new Map<string, LabelPlace>();
  readonly #covers: () => Iterable<Element>;
  #frame = 0;
  readonly #sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const label = this.#labels.get((target as HTMLElement).dataset['deviceId'] ?? '');
      if (label) this.#measure(label);
    }
    this.#schedule();
  });

  /** @param covers what lies over the labels at present, such as open cards */
  constructor(covers: () => Iterable<Element>) {
    this.#covers = covers;
  }

  /**
   * @param order ids, the most needed first
   * @param covering names what lies over the labels: they are placed anew when it changes
   */
  arrange(order: readonly string[], covering: string): void {
    if (order === this.#order && covering === this.#covering) return;
    this.#order = order;
    this.#covering = covering;
    this.#schedule();
  }

  /** @returns the function that removes it */
  add(label: BoardLabel): () => void {
    const kept = { ...label, anchor: { x: 0, y: 0, visible: false }, width: 0, height: 0 };
    this.#labels.set(label.id, kept);
    this.#measure(kept);
    this.#sizes.observe(label.element);
    this.#schedule();
    return () => {
      this.#sizes.unobserve(label.element);
      if (this.#labels.get(label.id) === kept) this.#labels.delete(label.id);
      this.#schedule();
    };
  }

  setAnchor(id: string, anchor: LabelAnchor): void {
    const label = this.#labels.get(id);
    if (!label) return;
    label.anchor = anchor;
    this.#schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
    this.#labels.clear();
  }

  #measure(label: { element: HTMLElement; width: number; height: number }): void {
    label.width = label.element.offsetWidth;
    label.height = label.element.offsetHeight;
  }

  /** Boxes of what lies over the labels, in the frame of these. */
  #covered(frame: Element): Box[] {
    const { left, top } = frame.getBoundingClientRect();
    return Array.from(this.#covers(), (element) => {
      const box = element.getBoundingClientRect();
      return {
        left: box.left - left,
        top: box.top - top,
        right: box.right - left,
        bottom: box.bottom - top,
      };
    });
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#place();
    });
  }

  #place(): void {
    const labels = this.#order.flatMap((id) => this.#labels.get(id) ?? []);
    const frame = labels[0]?.element.parentElement;
    const area = frame ? { width: frame.clientWidth, height: frame.clientHeight } : undefined;
    const places = placeLabels(labels, this.#places, area, frame ? this.#covered(frame) : []);
    for (const { id, show } of labels) {
      const place = places.get(id)!;
      const last = this.#places.get(id);
      if (last?.shape !== place.shape || last.x !== place.x || last.y !== place.y) show(place);
    }
    this.#places = places;
  }
}
