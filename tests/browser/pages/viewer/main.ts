import * as engine from 'farm3d-engine';
import * as three from 'three';
import { Fence } from '../../../../gallery/src/fence.ts';
import { openDebugPanel } from 'farm3d-engine/debug';
import * as element from 'farm3d-engine/element';
import { removeEquipment, removeObjects, SceneEditor, setTransform } from 'farm3d-engine/editor';
import * as farm from 'farm3d-engine/farm';
import * as region from 'farm3d-engine/region';
import * as weather from 'farm3d-engine/weather';
import { contextOf } from '../context-of.ts';

const editing = { SceneEditor, removeEquipment, removeObjects, setTransform };
const entries = { element, farm, region, weather };

declare global {
  interface Window {
    engine: typeof engine;
    editing: typeof editing;
    entries: typeof entries;
    three: typeof three;
    contextOf: typeof contextOf;
    openDebugPanel: typeof openDebugPanel;
    Fence: typeof Fence;
    view: HTMLElement;
    viewer: engine.FarmViewer | undefined;
    /** All events of the viewer, as [type, payload]. */
    received: [string, unknown][];
    /** Client pixels of a world point, by the camera alone. */
    engineScreenOf: (x: number, y: number, z: number) => [number, number];
  }
}

window.engine = engine;
window.editing = editing;
window.entries = entries;
window.three = three;
window.contextOf = contextOf;
window.openDebugPanel = openDebugPanel;
window.Fence = Fence;
window.view = document.querySelector<HTMLElement>('#view')!;
window.received = [];
window.engineScreenOf = (x, y, z) => {
  const camera = window.viewer!.camera.three;
  camera.updateMatrixWorld();
  const point = camera.position.clone().set(x, y, z).applyMatrix4(camera.matrixWorldInverse);
  const half = Math.tan((camera.fov * Math.PI) / 360) * -point.z;
  const { left, top, width, height } = window.view.getBoundingClientRect();
  return [
    left + (1 + point.x / (half * camera.aspect)) * (width / 2),
    top + (1 - point.y / half) * (height / 2),
  ];
};
