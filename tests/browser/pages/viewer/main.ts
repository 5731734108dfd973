import * as engine from 'farm3d-engine';
import * as three from 'three';
import { FEATURE_HOST } from '../../../../packages/farm3d-engine/src/engine/feature-host.ts';
import { openDebugPanel } from 'farm3d-engine/debug';
import { removeEquipment, SceneEditor, setTransform } from 'farm3d-engine/editor';

const editing = { SceneEditor, removeEquipment, setTransform };

declare global {
  interface Window {
    engine: typeof engine;
    editing: typeof editing;
    three: typeof three;
    featureHost: typeof FEATURE_HOST;
    openDebugPanel: typeof openDebugPanel;
    view: HTMLElement;
    viewer: engine.FarmViewer | undefined;
    /** Everything the viewer told, as [type, payload]. */
    received: [string, unknown][];
    /** Client pixels of a world point, by the camera alone. */
    engineScreenOf: (x: number, y: number, z: number) => [number, number];
  }
}

window.engine = engine;
window.editing = editing;
window.three = three;
window.featureHost = FEATURE_HOST;
window.openDebugPanel = openDebugPanel;
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
