import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Locale, Messages } from '../core/messages.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import { CAMERA_KEY_SHORTCUTS, CameraKeys, type CameraKeyTarget } from '../render/camera-keys.ts';
import type { LabelUpdater } from './label-updater.ts';
import { ObjectTree, type TreeEntry } from './object-tree.ts';

/** What screen readers say of the canvas. */
const CANVAS_LABEL: Record<Locale, string> = {
  'zh-CN': '三维场景。方向键旋转，Shift 加方向键平移，加号和减号缩放，Home 复位，F 显示所选物体',
  en: '3D scene. Arrow keys rotate, Shift and arrow keys move, plus and minus zoom, Home restores, F fits the selection',
};

/** The parts of a viewer that keys and screen readers use. */
export interface AccessParts {
  readonly container: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly document: SceneDocument;
  readonly labelUpdater: LabelUpdater;
  readonly nameOf: (id: string) => string;
  readonly locale: () => Locale;
  readonly messages: Messages;
  readonly camera: CameraKeyTarget;
  readonly focused: (id: string | null) => void;
  readonly activated: (id: string, isAdditive: boolean) => void;
  /** Whether keys move the camera, and whether there is an object tree. */
  readonly hasKeys: boolean;
  readonly hasTree: boolean;
}

/** What keys and screen readers need of a viewer; loaded after the first frame. */
export class CanvasAccess implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #parts: AccessParts;
  readonly #tree: ObjectTree | undefined;

  constructor(parts: AccessParts) {
    this.#parts = parts;
    const { canvas, container, document, labelUpdater, nameOf } = parts;
    if (parts.hasKeys) {
      canvas.setAttribute('aria-keyshortcuts', CAMERA_KEY_SHORTCUTS);
      this.#disposer.own(new CameraKeys(canvas, parts.camera));
    }
    if (parts.hasTree) {
      this.#tree = this.#disposer.own(
        new ObjectTree(container, {
          ...parts,
          entries: () => entriesOf(document),
          name: (id) => document.childScenes().find((child) => child.id === id)?.name ?? nameOf(id),
          state: (id) => labelUpdater.stateOf(id),
          value: (id) => labelUpdater.valueOf(id),
          left: () => canvas.focus({ preventScroll: true }),
        }),
      );
      this.#disposer.add(document.on('change', () => this.changed()));
      this.changed();
    }
    this.localeChanged();
  }

  /** @param isStructure whether objects or names changed, not only states */
  changed(isStructure = true): void {
    this.#tree?.changed(isStructure);
  }

  localeChanged(): void {
    const { canvas, messages, locale } = this.#parts;
    canvas.ariaLabel = messages.canvas ?? CANVAS_LABEL[locale()];
    this.changed(false);
  }

  dispose(): void {
    this.#disposer.dispose();
  }
}

/** The equipment of the scene, then each child scene with its equipment. */
function entriesOf(document: SceneDocument): TreeEntry[] {
  const all = document.equipment();
  const of = (parentId: string | null, level: 1 | 2): TreeEntry[] =>
    all.filter((record) => record.parentId === parentId).map(({ id }) => ({ id, level, isGroup: false }));
  return [
    ...of(null, 1),
    ...document.childScenes().flatMap(({ id }) => [{ id, level: 1, isGroup: true } as const, ...of(id, 2)]),
  ];
}
