import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Locale } from '../core/messages.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import { CAMERA_KEY_SHORTCUTS, CameraKeys, type CameraKeyTarget } from '../render/camera-keys.ts';
import type { LabelUpdater } from './label-updater.ts';
import type { ObjectTree, TreeEntry } from './object-tree.ts';

const CANVAS_LABEL: Record<Locale, string> = {
  'zh-CN': '三维场景。方向键旋转，Shift 加方向键平移，加号和减号缩放，Home 复位，F 显示所选物体',
  en: '3D scene. Arrow keys rotate, Shift and arrow keys move, plus and minus zoom, Home restores, F fits the selection',
};

interface Parts {
  readonly container: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly document: SceneDocument;
  readonly labelUpdater: LabelUpdater;
  readonly nameOf: (id: string) => string;
  readonly locale: () => Locale;
  readonly camera: CameraKeyTarget;
  readonly focused: (id: string | null) => void;
  readonly activated: (id: string, isAdditive: boolean) => void;
  /** Whether keys move the camera, and whether there is an object tree. */
  readonly hasKeys: boolean;
  readonly hasTree: boolean;
}

/** Keyboard and screen-reader access to the scene. */
export class ViewerAccess implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #parts: Parts;
  #tree: ObjectTree | undefined;
  #isDisposed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { canvas } = parts;
    canvas.setAttribute('role', 'img');
    if (parts.hasKeys) {
      canvas.tabIndex = 0;
      canvas.setAttribute('aria-keyshortcuts', CAMERA_KEY_SHORTCUTS);
      this.#disposer.own(new CameraKeys(canvas, parts.camera));
    }
    if (parts.hasTree) {
      void this.#createTree();
      this.#disposer.add(parts.document.on('change', () => this.changed()));
    }
    this.localeChanged();
  }

  /** The object tree is loaded after the first frame. If that fails, the viewer works without it. */
  async #createTree(): Promise<void> {
    const module = await import('./object-tree.ts').catch(() => undefined);
    if (!module || this.#isDisposed) return;
    const { canvas, container, document, labelUpdater, nameOf, locale, focused, activated } = this.#parts;
    this.#tree = this.#disposer.own(
      new module.ObjectTree(container, {
        entries: () => entriesOf(document),
        name: (id) => document.childScenes().find((child) => child.id === id)?.name ?? nameOf(id),
        state: (id) => labelUpdater.stateOf(id),
        value: (id) => labelUpdater.valueOf(id),
        locale,
        focused,
        activated,
        left: () => canvas.focus({ preventScroll: true }),
      }),
    );
    this.#tree.changed(true);
  }

  /** @param isStructure whether objects or names changed, not only states */
  changed(isStructure = true): void {
    this.#tree?.changed(isStructure);
  }

  localeChanged(): void {
    this.#parts.canvas.ariaLabel = CANVAS_LABEL[this.#parts.locale()];
    this.#tree?.changed(false);
  }

  dispose(): void {
    this.#isDisposed = true;
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
