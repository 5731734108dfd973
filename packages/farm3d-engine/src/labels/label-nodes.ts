import type { IDisposable } from '../core/disposer.ts';
import { type LabelContent, PILL } from './label-content.ts';
import type { LabelPainter } from './label-painter.ts';
import type { LabelStore } from './label-store.ts';

/** Smaller moves are not written, CSS px. */
const MIN_MOVE = 0.4;
const SVG = 'http://www.w3.org/2000/svg';

const STYLE = `
  :host { position: absolute; inset: 0; overflow: hidden; pointer-events: none; contain: strict; }
  .label {
    position: absolute; left: 0; top: 0; height: ${PILL.height}px; box-sizing: border-box;
    contain: layout style size; border-radius: ${PILL.height / 2}px; visibility: hidden; opacity: 0;
    transition: opacity 150ms ease-out; white-space: pre; line-height: ${PILL.height}px;
    font-size: ${PILL.fontPx}px; box-shadow: 0 0.8px 2.5px rgba(12, 32, 22, 0.35); will-change: transform;
  }
  .label.is-shown { visibility: visible; opacity: 1; }
  .label::after {
    content: ''; position: absolute; left: calc(50% - 0.75px); top: 100%; width: 1.5px; height: ${PILL.stem}px;
    background: rgba(255, 255, 255, 0.85);
  }
  .lamp { position: absolute; top: ${(PILL.height - PILL.lamp) / 2}px; width: ${PILL.lamp}px; height: ${PILL.lamp}px; border-radius: 50%; }
  svg {
    position: absolute; top: ${(PILL.height - PILL.icon) / 2}px; width: ${PILL.icon}px; height: ${PILL.icon}px;
    fill: none; stroke: currentColor; stroke-width: ${1.5 * (24 / PILL.icon)}; stroke-linecap: round; stroke-linejoin: round;
  }
  .name, .value { position: absolute; top: 0; }
  .name { font-weight: 600; }
  .value { font-weight: 500; font-variant-numeric: tabular-nums; }
  @media (prefers-reduced-motion: reduce) { .label { transition: none; } }
`;

/** Parsed once for all viewers of a page. */
let sheet: CSSStyleSheet | undefined;

function labelSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** An element of the pool. */
interface PooledNode {
  readonly root: HTMLElement;
  readonly lamp: HTMLElement;
  readonly icon: SVGPathElement;
  readonly name: HTMLElement;
  readonly value: HTMLElement;
  /** Version of the label that it shows; 0: none. */
  version: number;
  x: number;
  y: number;
  isShown: boolean;
  /** The last frame that needs it. */
  stamp: number;
}

/** A pool of HTML elements: as many as are visible at a time, whatever the number of labels. */
export class LabelNodes implements IDisposable {
  readonly host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #restoreContainer: (() => void) | undefined;
  readonly #painter: LabelPainter;
  readonly #byId = new Map<string, PooledNode>();
  readonly #free: PooledNode[] = [];
  #stamp = 0;

  constructor(container: HTMLElement, painter: LabelPainter) {
    this.#painter = painter;
    this.host = document.createElement('div');
    this.host.className = 'farm3d-labels';
    // Screen readers use the object tree instead.
    this.host.ariaHidden = 'true';
    this.#root = this.host.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [labelSheet()];
    this.host.style.fontFamily = painter.fontFamily;
    // Labels are positioned relative to the container.
    if (getComputedStyle(container).position === 'static') {
      const { position } = container.style;
      container.style.position = 'relative';
      this.#restoreContainer = () => void (container.style.position = position);
    }
    container.append(this.host);
  }

  /** Number of elements in the pool. */
  get size(): number {
    return this.#byId.size + this.#free.length;
  }

  /** Shows exactly these slots. */
  show(store: LabelStore, slots: readonly number[]): void {
    const stamp = ++this.#stamp;
    const { ids } = store;
    // First labels that stay, then new ones: an element that is freed is reused in the same frame.
    for (const slot of slots) {
      const node = this.#byId.get(ids[slot]!);
      if (node) node.stamp = stamp;
    }
    for (const [id, node] of this.#byId) {
      if (node.stamp === stamp) continue;
      this.#byId.delete(id);
      this.#free.push(node);
    }
    for (const [order, slot] of slots.entries()) {
      const id = ids[slot]!;
      let node = this.#byId.get(id);
      if (!node) {
        node = this.#free.pop() ?? this.#make();
        node.stamp = stamp;
        this.#byId.set(id, node);
      }
      this.#write(node, store, slot, slots.length - order);
    }
    for (const node of this.#free) {
      if (!node.isShown) continue;
      node.isShown = false;
      node.root.classList.remove('is-shown');
    }
  }

  dispose(): void {
    this.host.remove();
    this.#restoreContainer?.();
    this.#byId.clear();
    this.#free.length = 0;
  }

  #write(node: PooledNode, store: LabelStore, slot: number, order: number): void {
    const version = store.versions[slot]!;
    if (node.version !== version) this.#fill(node, store.contents[slot]!, version);
    const x = store.screenX[slot]! - store.widths[slot]! / 2;
    const y = store.screenY[slot]! - PILL.stem - PILL.height;
    if (!node.isShown || Math.abs(x - node.x) >= MIN_MOVE || Math.abs(y - node.y) >= MIN_MOVE) {
      // Multiples of half a pixel are sharp on every screen.
      node.x = Math.round(x * 2) / 2;
      node.y = Math.round(y * 2) / 2;
      node.root.style.transform = `translate(${node.x}px,${node.y}px)`;
    }
    if (node.isShown) return;
    node.isShown = true;
    node.root.style.zIndex = String(order);
    node.root.classList.add('is-shown');
  }

  #fill(node: PooledNode, content: LabelContent, version: number): void {
    const { width, name, value, lampAt, iconAt, nameAt, valueAt } = this.#painter.layout(content);
    const colors = this.#painter.colorsOf(content);
    node.version = version;
    node.root.style.width = `${width}px`;
    node.root.style.background = colors.background;
    node.root.style.color = colors.name;
    node.root.dataset['state'] = content.state ?? 'unknown';
    node.lamp.style.left = `${lampAt}px`;
    node.lamp.style.background = colors.lamp;
    node.icon.parentElement!.style.left = `${iconAt}px`;
    node.icon.parentElement!.style.display = content.icon === undefined ? 'none' : '';
    if (content.icon !== undefined) node.icon.setAttribute('d', content.icon);
    setText(node.name, name, nameAt);
    setText(node.value, value, valueAt);
    node.value.style.color = colors.value;
  }

  #make(): PooledNode {
    const root = document.createElement('div');
    root.className = 'label';
    const make = (className: string) => {
      const element = document.createElement('span');
      element.className = className;
      root.append(element);
      return element;
    };
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    const icon = document.createElementNS(SVG, 'path');
    svg.append(icon);
    const lamp = make('lamp');
    root.append(svg);
    const name = make('name');
    const value = make('value');
    this.#root.append(root);
    return { root, lamp, icon, name, value, version: 0, x: 0, y: 0, isShown: false, stamp: 0 };
  }
}

function setText(element: HTMLElement, text: string, left: number): void {
  if (element.textContent !== text) element.textContent = text;
  element.style.left = `${left}px`;
}
