import {
  FarmViewer,
  type CameraState,
  type EquipmentKind,
  type EquipmentRecord,
  type SceneLayout,
} from 'farm3d-engine';
import {
  addEquipment,
  removeEquipment,
  SceneEditor,
  type PlacementItem,
  setTransform,
  type TransformMode,
} from 'farm3d-engine/editor';
import { ChildScenes, Plot } from 'farm3d-engine/farm';

// A page like that of a host: a list to drag from, buttons, and a scene. Tests operate it by mouse, touch and keys.

export interface EditPage {
  readonly viewer: FarmViewer;
  /** The present editor. */
  readonly editor: SceneEditor;
  /** All editors and sessions created so far. */
  readonly lives: WeakRef<object>[];
  /** Creates a new editor instead of the present one, which must be disposed before. */
  renew(): void;
  /** All events of editor and viewer, as [type, payload], without `render`. */
  readonly received: [string, unknown][];
  /** Click events on the canvas that the host received. */
  readonly clicks: string[];
  readonly commands: {
    readonly addEquipment: typeof addEquipment;
    readonly removeEquipment: typeof removeEquipment;
    readonly setTransform: typeof setTransform;
  };
  layout(): SceneLayout;
  /** Loads one of the page's scenes again and clears the recorded events. */
  reset(scene: EditScene): Promise<void>;
  camera(): CameraState;
  /** Client pixels of a world point. */
  screenOf(x: number, y: number, z: number): { x: number; y: number };
}

/** A few devices; a row of them; or open land with a plot and another scene on it. */
export type EditScene = 'devices' | 'row' | 'plot';

declare global {
  interface Window {
    edit: EditPage | undefined;
  }
}

const KINDS: EquipmentKind[] = [
  { equipmentId: 'probe-1', name: 'soil probe', modelPath: '/models/soil-probe.glb' },
  { equipmentId: 'valve-1', name: 'valve', modelPath: '/models/valve.glb' },
  { equipmentId: 'station-1', name: 'weather station', modelPath: '/models/weather-station.glb' },
  { equipmentId: 'placed-1', name: 'camera', modelPath: '/models/camera.glb' },
  { equipmentId: 'child-probe', name: 'camera in the child', modelPath: '/models/camera.glb' },
];

const PLACED: EquipmentRecord = {
  id: 'placed-1',
  parentId: null,
  position: { x: -4, y: 0.03, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: { vendor: 'kept' },
};

/** In the rotated frame of a child scene: one metre along its x is one metre along the world's −z. */
const IN_CHILD: EquipmentRecord = {
  id: 'child-probe',
  parentId: 'child-1',
  position: { x: 1, y: 0.03, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
};

const LAYOUT: SceneLayout = {
  // From above and in front, through the film: the floor is visible.
  camera: { position: { x: 0, y: 13, z: 15 }, target: { x: 0, y: 0, z: 0 } },
  equipment: [PLACED, IN_CHILD],
  childScenes: [
    {
      id: 'child-1',
      name: 'child',
      position: { x: 6, y: 0, z: 1 },
      rotation: { x: 0, y: Math.PI / 2, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    },
  ],
  extra: {},
};

function camera(id: string, x: number, z: number, turn = 0): EquipmentRecord {
  return { ...PLACED, id, position: { x, y: 0.03, z }, rotation: { x: 0, y: turn, z: 0 } };
}

const ROW: SceneLayout = {
  ...LAYOUT,
  equipment: [camera('row-1', -5, 0), camera('row-2', -2, 0.7, 1), camera('row-3', 4, -0.4)],
  childScenes: [],
};

/** A hundredth of a degree is 1,112 m: this is 40 m square about the middle of the scene. */
const HALF = 0.00018;
const PLOT = [
  [-HALF, -HALF],
  [HALF, -HALF],
  [HALF, HALF],
  [-HALF, HALF],
].map(([longitude, latitude]) => [100 + longitude!, 30 + latitude!]);
const ON_PLOT: SceneLayout = {
  ...LAYOUT,
  camera: { position: { x: 0, y: 36, z: 30 }, target: { x: 0, y: 0, z: 0 } },
  equipment: [],
  childScenes: [
    { ...LAYOUT.childScenes[0]!, position: { x: -10, y: 0.05, z: 0 }, rotation: { x: 0, y: 0, z: 0 } },
  ],
};

const viewer = new FarmViewer(document.querySelector<HTMLElement>('#view')!, {
  reducedMotion: true,
  quality: 'low',
  // Rendering is done in software, and these tests need few pixels.
  pixelRatio: 0.2,
});
const EDITOR_EVENTS = [
  'placement-preview',
  'placed',
  'placement-cancelled',
  'transform-start',
  'transform-change',
  'transform-commit',
  'transform-cancel',
  'history-changed',
  'tools-changed',
  'copied',
] as const;
const lives: WeakRef<object>[] = [];
const received: [string, unknown][] = [];
const clicks: string[] = [];

function createEditor(): SceneEditor {
  const made = new SceneEditor(viewer);
  lives.push(new WeakRef(made));
  for (const type of EDITOR_EVENTS) made.on(type, (payload: unknown) => received.push([type, payload]));
  made.on('transform-start', () => lives.push(new WeakRef(made.activeTransform!)));
  return made;
}
let editor = createEditor();

for (const type of [
  'object-click',
  'child-scene-click',
  'background-click',
  'select',
  'error',
  'camera-changed',
  'context-restored',
] as const) {
  viewer.on(type, (payload: unknown) => received.push([type, payload]));
}
document.querySelector('#view')!.addEventListener('click', () => clicks.push('canvas'));

const ITEMS: PlacementItem[] = [
  ...KINDS.slice(0, 3).map(({ equipmentId: id, name, modelPath }) => ({ id, name, modelPath })),
  {
    id: 'house-1',
    name: 'greenhouse 1',
    modelPath: '/models/greenhouse.glb',
    kind: 'scene',
    equipment: [{ ...PLACED, id: 'inner-1', position: { x: 1, y: 0.03, z: 0 } }],
  },
];
const isPlaced = (id: string) => viewer.document.get(id) ?? viewer.document.childScene(id);
for (const entry of ITEMS) {
  const { id, name } = entry;
  const item = document.createElement('li');
  item.id = `item-${id}`;
  item.tabIndex = 0;
  item.textContent = name;
  item.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && !isPlaced(id)) editor.beginPlacement(entry, event);
  });
  item.addEventListener('click', () => clicks.push(id));
  item.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !editor.activePlacement && !isPlaced(id))
      editor.beginKeyboardPlacement(entry);
  });
  document.querySelector('#list')!.append(item);
}

function button(name: string, act: () => void): void {
  const element = document.createElement('button');
  element.id = name;
  element.textContent = name;
  element.addEventListener('click', act);
  document.querySelector('#tools')!.append(element);
}

const chosen = () => viewer.selection[0] ?? 'placed-1';
for (const mode of ['translate', 'rotate', 'scale'] satisfies TransformMode[]) {
  button(mode, () => {
    if (editor.activeTransform) editor.activeTransform.setMode(mode);
    else editor.beginTransform(viewer.selection.length > 1 ? viewer.selection : chosen(), mode);
  });
}
button('commit', () => editor.activeTransform?.commit());
button('cancel', () => editor.activeTransform?.cancel());
button('undo', () => editor.undo());
button('redo', () => editor.redo());
button('remove', () => editor.remove(viewer.selection.length > 0 ? viewer.selection : chosen()));
button('snap', () => editor.setSnap({ isOn: !editor.snap.isOn }));
button('area', () => (editor.areaSelect = !editor.areaSelect));
const field = document.createElement('input');
field.id = 'field';
field.size = 4;
document.querySelector('#tools')!.append(field);
button('numbers', () => editor.activeTransform?.set({ rotation: { x: 0, y: Math.PI / 4, z: 0 } }));

const defaultSnap = editor.snap;
let farm: { dispose(): void }[] = [];
const SCENES: Record<EditScene, SceneLayout> = { devices: LAYOUT, row: ROW, plot: ON_PLOT };

async function reset(scene: EditScene): Promise<void> {
  // Throws if a test has disposed the editor: the test file then opens another page.
  editor.select([]);
  editor.enabled = true;
  editor.activePlacement?.cancel();
  editor.activeTransform?.cancel();
  editor.areaSelect = false;
  editor.setSnap(defaultSnap);
  for (const part of farm) part.dispose();
  farm = [];
  const isPlot = scene === 'plot';
  await viewer.load({
    baseModelPath: isPlot ? null : '/models/greenhouse.glb',
    layout: SCENES[scene],
    catalogue: [
      ...KINDS,
      ...ROW.equipment.map(({ id }) => ({ equipmentId: id, name: id, modelPath: '/models/camera.glb' })),
    ],
  });
  if (isPlot) {
    const children = new ChildScenes(viewer, { modelPathOf: () => '/models/greenhouse.glb' });
    farm = [new Plot(viewer, { boundary: PLOT }), children];
    await children.ready;
  }
  (document.activeElement as HTMLElement | null)?.blur();
  // The frame that a user would see before the next action.
  await viewer.screenshot();
  received.length = 0;
  clicks.length = 0;
}

await reset('devices');

window.edit = {
  viewer,
  get editor() {
    return editor;
  },
  lives,
  renew: () => (editor = createEditor()),
  received,
  clicks,
  commands: { addEquipment, removeEquipment, setTransform },
  layout: () => viewer.document.toLayout(),
  reset,
  camera: () => viewer.camera.state(),
  screenOf: (x, y, z) => {
    const view = viewer.camera.three;
    view.updateMatrixWorld();
    const point = view.position.clone().set(x, y, z).project(view);
    const box = document.querySelector('canvas')!.getBoundingClientRect();
    return { x: box.left + ((point.x + 1) / 2) * box.width, y: box.top + ((1 - point.y) / 2) * box.height };
  },
};
