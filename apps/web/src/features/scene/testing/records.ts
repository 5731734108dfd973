import { signal } from '@preact/signals-react';
import type { Device, ModelAttribute, Scene } from '@farm3d/api';
import {
  type EquipmentRecord,
  SceneDocument,
  TypedEmitter,
  type CameraState,
  type EquipmentKind,
  type FarmViewerEvents,
  type LiveState,
  type ViewerScene,
} from 'farm3d-engine';
import type {
  PlacementItem,
  PlacementSession,
  SceneEditorEvents,
  TransformMode,
  TransformSession,
} from 'farm3d-engine/editor';
import type { EditorViewer, EngineEditor } from '../editor/edit-tools.ts';
import type { LiveViewer } from '../live/live-model.ts';
import type { LoadingViewer } from '../loading/loading-model.ts';
import type { ObjectsViewer } from '../objects/scene-objects.ts';

/** Nobody is logged in: they have no right, and see what there is. */
export const nobody = { hasRight: () => false, seesByRules: signal(false) };

/** A device record of a layout, at the origin. */
export const equipment = (id: string): EquipmentRecord => ({
  id,
  parentId: null,
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
});

/** A greenhouse with the pump `pump-1` in it; version 3. */
export const sceneOf = (part: Partial<Scene> = {}): Scene =>
  ({
    id: 'scene-1',
    type: 'greenhouse',
    name: '一号温室',
    description: '',
    icon: null,
    baseModelPath: '/models/greenhouse.glb',
    version: 3,
    rights: [],
    layout: { camera: null, equipment: [equipment('pump-1')], childScenes: [], extra: {} },
    ...part,
  }) as Scene;

export const deviceOf = (id: string, part: Partial<Device> = {}): Device =>
  ({
    id,
    name: `水泵 ${id}`,
    modelPath: '/models/pump.glb',
    productModelId: 'model-1',
    productModelCode: 'PUMP',
    productModelName: '水泵',
    online: true,
    lastActivityAt: null,
    ...part,
  }) as Device;

/** The attribute that the product of {@link deviceOf} measures. */
export const pressure = {
  identify: 'pressure',
  name: '压力',
  type: 'attribute',
  parameters: [{ key: 'pressure', name: '压力', unit: 'kPa' }],
  productModelId: 'model-1',
} as unknown as ModelAttribute;

const AT_ORIGIN = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
};

/** The FarmViewer of unit tests: a real document, without WebGL. */
export class FakeViewer
  extends TypedEmitter<FarmViewerEvents>
  implements EditorViewer, LiveViewer, LoadingViewer, ObjectsViewer
{
  readonly document = new SceneDocument();
  readonly camera = { home: null as CameraState | null, state: (): CameraState => this.view };
  /** Position and target of the camera. */
  view: CameraState = { position: { x: 1, y: 2, z: 3 }, target: { x: 0, y: 0, z: 0 } };
  catalogue: readonly EquipmentKind[] = [];
  readonly liveStates = new Map<string, LiveState>();
  /** Replaced by tests in which loading fails or waits. */
  beforeLoad: () => Promise<void> = async () => {};

  async load({ layout, catalogue }: ViewerScene): Promise<void> {
    await this.beforeLoad();
    this.catalogue = catalogue;
    this.document.load(layout);
    this.emit('base-load', {});
  }

  select(ids: readonly string[]): void {
    this.emit('select', { ids });
  }

  setCatalogue(kinds: readonly EquipmentKind[]): void {
    this.catalogue = kinds;
  }

  setLiveState(states: Iterable<LiveState>): void {
    for (const state of states) this.liveStates.set(state.id, state);
  }
}

/** The SceneEditor of unit tests: edits the document of a {@link FakeViewer}; a transform moves one object along x. */
export class FakeEditor extends TypedEmitter<SceneEditorEvents> implements EngineEditor {
  enabled = true;
  areaSelect = false;
  selection: readonly string[] = [];
  activeTransform: EngineEditor['activeTransform'] = null;
  readonly #viewer: FakeViewer;

  constructor(viewer: FakeViewer) {
    super();
    this.#viewer = viewer;
    viewer.on('select', ({ ids }) => (this.selection = ids));
  }

  select(ids: readonly string[]): void {
    this.#viewer.select(ids);
  }

  /** Places the item at once at the origin. */
  beginPlacement(item: PlacementItem): PlacementSession {
    const record = { id: item.id, parentId: null, extra: {}, ...AT_ORIGIN };
    this.#viewer.document.transact('place', (transaction) => transaction.add(record));
    this.emit('placed', { id: item.id, parentId: null, transform: AT_ORIGIN });
    return {} as PlacementSession;
  }

  beginKeyboardPlacement(item: PlacementItem): PlacementSession {
    return this.beginPlacement(item);
  }

  /** Moves the objects by 1 m along x when it is committed. */
  beginTransform(ids: string | readonly string[], mode: TransformMode = 'translate'): TransformSession {
    const [id = ''] = typeof ids === 'string' ? [ids] : ids;
    const end = (): void => {
      this.activeTransform = null;
    };
    const event = { id, ids: [id], mode, transform: AT_ORIGIN, transforms: [] };
    this.activeTransform = {
      setMode: () => {},
      set: () => {},
      commit: () => {
        end();
        this.move(id, 1);
        this.emit('transform-commit', event);
      },
      cancel: () => {
        end();
        this.emit('transform-cancel', event);
      },
    };
    this.emit('transform-start', event);
    return this.activeTransform as TransformSession;
  }

  /** Moves a device along x, metres. */
  move(id: string, x: number): void {
    this.#viewer.document.transact('move', (transaction) => {
      const position = transaction.get(id)?.position ?? AT_ORIGIN.position;
      transaction.update(id, { position: { ...position, x: position.x + x } });
    });
  }

  remove(ids: string | readonly string[]): void {
    this.#viewer.document.transact('remove', (transaction) => {
      for (const id of typeof ids === 'string' ? [ids] : ids) transaction.remove(id);
    });
  }

  undo(): void {
    this.#viewer.document.undo();
  }

  redo(): void {
    this.#viewer.document.redo();
  }

  setSnap(): void {}
  align(): void {}
  distribute(): void {}
  copyTransform(): void {}
  pasteTransform(): void {}
  dispose(): void {
    this.removeAllListeners();
  }
}
