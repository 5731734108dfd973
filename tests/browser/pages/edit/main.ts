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
  setTransform,
  type TransformMode,
} from 'farm3d-engine/editor';

// A page as a host would write it: a list to drag from, buttons, and a scene. Tests act on it by mouse, touch and keys.

export interface EditPage {
  readonly viewer: FarmViewer;
  readonly editor: SceneEditor;
  /** Everything editor and viewer told, as [type, payload], without the frames. */
  readonly heard: [string, unknown][];
  /** Clicks that the host hears on the canvas. */
  readonly clicks: string[];
  readonly commands: {
    readonly addEquipment: typeof addEquipment;
    readonly removeEquipment: typeof removeEquipment;
    readonly setTransform: typeof setTransform;
  };
  layout(): SceneLayout;
  camera(): CameraState;
  /** Client pixels of a world point. */
  screenOf(x: number, y: number, z: number): { x: number; y: number };
}

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

/** Stands in the turned frame of a child scene: one metre along its x is one metre along the world's −z. */
const IN_CHILD: EquipmentRecord = {
  id: 'child-probe',
  parentId: 'child-1',
  position: { x: 1, y: 0.03, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
};

const LAYOUT: SceneLayout = {
  // From above and in front, through the film: the floor is open to the eye.
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

const viewer = new FarmViewer(document.querySelector<HTMLElement>('#view')!, {
  reducedMotion: true,
  quality: 'low',
});
const editor = new SceneEditor(viewer);
const heard: [string, unknown][] = [];
const clicks: string[] = [];

for (const type of [
  'placement-preview',
  'placed',
  'placement-cancelled',
  'transform-start',
  'transform-change',
  'transform-commit',
  'transform-cancel',
  'history-changed',
] as const) {
  editor.on(type, (payload: unknown) => heard.push([type, payload]));
}
for (const type of [
  'object-click',
  'background-click',
  'select',
  'error',
  'camera-changed',
  'context-restored',
] as const) {
  viewer.on(type, (payload: unknown) => heard.push([type, payload]));
}
document.querySelector('#view')!.addEventListener('click', () => clicks.push('canvas'));

for (const { equipmentId: id, name, modelPath } of KINDS.slice(0, 3)) {
  const item = document.createElement('li');
  item.id = `item-${id}`;
  item.tabIndex = 0;
  item.textContent = name;
  item.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && !viewer.document.get(id)) editor.beginPlacement({ id, name, modelPath }, event);
  });
  item.addEventListener('click', () => clicks.push(id));
  item.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !editor.activePlacement)
      editor.beginKeyboardPlacement({ id, name, modelPath });
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
    else editor.beginTransform(chosen(), mode);
  });
}
button('commit', () => editor.activeTransform?.commit());
button('cancel', () => editor.activeTransform?.cancel());
button('undo', () => editor.undo());
button('redo', () => editor.redo());
button('remove', () => editor.remove(chosen()));
const field = document.createElement('input');
field.id = 'field';
field.size = 4;
document.querySelector('#tools')!.append(field);
button('numbers', () => editor.activeTransform?.set({ rotation: { x: 0, y: Math.PI / 4, z: 0 } }));

await viewer.load({ baseModelPath: '/models/greenhouse.glb', layout: LAYOUT, catalogue: KINDS });

window.edit = {
  viewer,
  editor,
  heard,
  clicks,
  commands: { addEquipment, removeEquipment, setTransform },
  layout: () => viewer.document.toLayout(),
  camera: () => viewer.camera.state(),
  screenOf: (x, y, z) => {
    const view = viewer.camera.three;
    view.updateMatrixWorld();
    const point = view.position.clone().set(x, y, z).project(view);
    const box = document.querySelector('canvas')!.getBoundingClientRect();
    return { x: box.left + ((point.x + 1) / 2) * box.width, y: box.top + ((1 - point.y) / 2) * box.height };
  },
};
