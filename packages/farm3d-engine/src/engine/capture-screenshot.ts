import { Matrix4, type PerspectiveCamera, type Scene } from 'three';
import { invalidArgument } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import { portraitCamera } from '../render/portrait-camera.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { ScreenshotOptions } from './options.ts';
import type { ViewerRenderer } from './viewer-renderer.ts';
import type { SceneDocument } from '../document/scene-document.ts';

/** Maximum side of a screenshot, pixels: every graphics card supports it. */
const MAX_PIXELS = 4096;

interface Parts {
  readonly view: SceneView;
  readonly document: SceneDocument;
  readonly renderer: ViewerRenderer;
  /** The present camera. */
  readonly camera: PerspectiveCamera;
}

/** Renders a screenshot with its own size, camera or background. This module is loaded on first use. */
export function captureScreenshot(
  { view, document, renderer, camera: present }: Parts,
  { width, height, transparent = false, of }: ScreenshotOptions,
): Promise<Blob> {
  const isSized = width !== undefined || height !== undefined;
  const across = pixels('width', width ?? height ?? renderer.width, isSized);
  const down = pixels('height', height ?? width ?? renderer.height, isSized);
  const aspect = across / down;
  let camera = present.clone();
  if (of !== undefined) {
    const record = document.get(of);
    const box = view.equipment.boxOf(of);
    if (!record || !box) throw new FarmError('unknown-equipment', { id: of });
    const m = view.equipment.worldMatrix(record, new Matrix4()).elements;
    camera = portraitCamera(box, aspect, Math.atan2(m[8], m[10]));
  }
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return renderer.capture((gl) => {
    const { three } = gl;
    const show = transparent ? hideBackdrop(view.scene) : undefined;
    const alpha = three.getClearAlpha();
    try {
      if (transparent) three.setClearAlpha(0);
      gl.setSize(across, down, 1);
      view.prepare(camera, down);
      three.shadowMap.needsUpdate = true;
      gl.render(view.scene, camera);
    } finally {
      three.setClearAlpha(alpha);
      show?.();
    }
  });
}

/** @param isGiven whether the caller gave the length; else it is the page's */
function pixels(field: string, length: number, isGiven: boolean): number {
  if (!isGiven) return Math.min(MAX_PIXELS, Math.max(1, Math.round(length)));
  if (Number.isInteger(length) && length >= 1 && length <= MAX_PIXELS) return length;
  throw invalidArgument(field, length);
}

/** Hides the backdrop and the tools. @returns a function that shows them again */
function hideBackdrop(scene: Scene): () => void {
  const hidden = scene.children.filter(
    ({ visible, userData }) => visible && (userData['isBackdrop'] || userData['isTool']),
  );
  for (const object of hidden) object.visible = false;
  const { fog } = scene;
  // The fog is moved away, not removed: without a fog every material would be recompiled.
  const range = fog && 'near' in fog ? { near: fog.near, far: fog.far } : null;
  if (range) Object.assign(fog!, { near: 1e8, far: 2e8 });
  const { background } = scene;
  scene.background = null;
  return () => {
    scene.background = background;
    for (const object of hidden) object.visible = true;
    if (range) Object.assign(fog!, range);
  };
}
