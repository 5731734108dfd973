import { Vector3 } from 'three';
import type { ViewerContext } from '../context/viewer-context.ts';
import { testContext } from './test-context.ts';

// As much of a page as the tools read, for tests without a browser.

/** An event: whether a tool has taken it, and whether others still hear it. */
export class TestEvent {
  readonly type: string;
  defaultPrevented = false;
  isStopped = false;
  isStoppedAtOnce = false;
  readonly #path: readonly unknown[];

  constructor(type: string, path: readonly unknown[]) {
    this.type = type;
    this.#path = path;
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }

  stopPropagation(): void {
    this.isStopped = true;
  }

  stopImmediatePropagation(): void {
    this.isStopped = true;
    this.isStoppedAtOnce = true;
  }

  composedPath(): readonly unknown[] {
    return this.#path;
  }
}

type Listener = (event: TestEvent) => void;
type Phase = AddEventListenerOptions | boolean | undefined;

const isCapture = (options: Phase) => (typeof options === 'object' ? options.capture === true : !!options);

/** Hears events in both phases, unlike Node's EventTarget. */
class TestTarget {
  #listeners: { readonly type: string; readonly listener: Listener; readonly capture: boolean }[] = [];

  get listenerCount(): number {
    return this.#listeners.length;
  }

  addEventListener(type: string, listener: Listener, options?: Phase): void {
    this.#listeners.push({ type, listener, capture: isCapture(options) });
  }

  removeEventListener(type: string, listener: Listener, options?: Phase): void {
    this.#listeners = this.#listeners.filter(
      (one) => one.type !== type || one.listener !== listener || one.capture !== isCapture(options),
    );
  }

  hear(event: TestEvent, inCapture: boolean): void {
    for (const { type, listener, capture } of this.#listeners) {
      if (type === event.type && capture === inCapture && !event.isStoppedAtOnce) listener(event);
    }
  }
}

/** Stands for HTMLElement; knows selectors like `tag[name="value"]`, `[name]` and `dialog:modal`. */
export class TestElement extends TestTarget {
  readonly style: Record<string, string> = {};
  readonly dataset: Record<string, string> = {};
  children: TestElement[] = [];
  isContentEditable = false;
  readonly #tag: string;
  readonly #attributes: Readonly<Record<string, string>>;
  #parent: TestElement | null;

  constructor(
    tag = 'div',
    attributes: Readonly<Record<string, string>> = {},
    parent: TestElement | null = null,
  ) {
    super();
    this.#tag = tag;
    this.#attributes = attributes;
    this.#parent = parent;
  }

  matches(selectors: string): boolean {
    return selectors.split(', ').some((selector) => {
      const [, tag, name, value, isModal] = /^(\w*)(?:\[([\w-]+)(?:="(\w+)")?\])?(:modal)?$/.exec(selector)!;
      const actual = this.#attributes[name ?? ''];
      return (
        (!tag || tag === this.#tag) &&
        (!name || (value === undefined ? actual !== undefined : actual === value)) &&
        (!isModal || 'modal' in this.#attributes)
      );
    });
  }

  closest(selectors: string): TestElement | null {
    return this.matches(selectors) ? this : (this.#parent?.closest(selectors) ?? null);
  }

  append(child: TestElement): void {
    child.#parent = this;
    this.children.push(child);
  }

  remove(): void {
    if (this.#parent) this.#parent.children = this.#parent.children.filter((child) => child !== this);
    this.#parent = null;
  }

  /** 200 × 100 px at (100, 50). */
  getBoundingClientRect() {
    return { left: 100, top: 50, width: 200, height: 100 };
  }
}

class TestCanvas extends TestElement {
  /** The pointer that it captures. */
  captured: number | null = null;
  /** The press has ended: nothing can be captured. */
  isPressOver = false;
  /** An element over the canvas. */
  cover: TestElement | null = null;
  readonly ownerDocument: { readonly defaultView: TestTarget; createElement(tag: string): TestElement };

  constructor(view: TestTarget) {
    super('canvas');
    this.ownerDocument = { defaultView: view, createElement: (tag) => new TestElement(tag) };
  }

  setPointerCapture(id: number): void {
    if (this.isPressOver) throw new Error('no such pointer');
    this.captured = id;
  }

  hasPointerCapture(id: number): boolean {
    return this.captured === id;
  }

  releasePointerCapture(id: number): void {
    if (this.captured !== id) throw new Error('not captured');
    this.captured = null;
  }

  getRootNode() {
    return {
      elementFromPoint: (x: number, y: number) =>
        x >= 100 && x <= 300 && y >= 50 && y <= 150 ? (this.cover ?? this) : null,
    };
  }
}

/** Fields of a KeyboardEvent or PointerEvent. */
export type EventFields = Partial<Record<keyof KeyboardEvent | keyof PointerEvent, unknown>>;

const UNPRESSED = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

/** The scene of {@link testContext} on a page: what a tool asks of it, and a person's keys and pointer. */
export function testPage(part: Partial<ViewerContext> = {}) {
  const view = new TestTarget();
  const canvas = new TestCanvas(view);
  const container = new TestElement();
  /** `frames`: why each frame was asked for. */
  const state = { holds: 0, frames: [] as string[] };
  const context = Object.assign(testContext(), {
    canvas: canvas as unknown as HTMLCanvasElement,
    container: container as unknown as HTMLElement,
    holdCamera: () => {
      state.holds++;
      return () => void state.holds--;
    },
    requestRender: (reason: string) => void state.frames.push(reason),
    ...part,
  });
  /** Sends an event to an element, from the window down and up again. */
  const fire = (type: string, fields: EventFields = {}, target: TestElement = canvas): TestEvent => {
    const path = [target, view];
    const event = Object.assign(new TestEvent(type, path), UNPRESSED, fields);
    for (const one of path.toReversed()) if (!event.isStopped) one.hear(event, true);
    for (const one of path) if (!event.isStopped) one.hear(event, false);
    return event;
  };
  return {
    context,
    canvas,
    view,
    container,
    state,
    fire,
    /** Where a point of the world is in the window. */
    screenOf: (x: number, y: number, z: number): [number, number] => {
      context.camera.updateMatrixWorld();
      const { x: right, y: up } = new Vector3(x, y, z).project(context.camera);
      return [100 + (right + 1) * 100, 50 + (1 - up) * 50];
    },
    /** Presses a key. @returns whether a tool has taken it, and kept it from the camera and the page */
    press: (key: string, fields: EventFields = {}, target?: TestElement): boolean => {
      const { defaultPrevented, isStopped } = fire('keydown', { key, ...fields }, target);
      if (defaultPrevented !== isStopped) throw new Error(`${key}: prevented or stopped, not both`);
      return isStopped;
    },
    /** The first pointer with its first button, at a place of the window. */
    pointer: (
      type: string,
      clientX: number,
      clientY: number,
      fields: EventFields = {},
      target?: TestElement,
    ) =>
      fire(
        type,
        { pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX, clientY, ...fields },
        target,
      ),
  };
}
