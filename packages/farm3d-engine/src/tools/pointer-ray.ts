import { Raycaster, Vector2, type PerspectiveCamera, type Ray } from 'three';

const _ndc = new Vector2();
const _raycaster = new Raycaster();

/** Client pixels → normalised device coordinates of the canvas: −1…1, y up. */
export function toNdc(canvas: HTMLElement, clientX: number, clientY: number, target: Vector2): Vector2 {
  const box = canvas.getBoundingClientRect();
  return target.set(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
}

/** The world ray through a pixel of the canvas. One object is reused: read it before the next call. */
export function pointerRay(
  canvas: HTMLElement,
  camera: PerspectiveCamera,
  clientX: number,
  clientY: number,
): Ray {
  camera.updateMatrixWorld();
  _raycaster.setFromCamera(toNdc(canvas, clientX, clientY, _ndc), camera);
  return _raycaster.ray;
}
