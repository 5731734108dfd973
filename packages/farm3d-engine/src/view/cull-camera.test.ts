import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { CullCamera } from './cull-camera.ts';

/** Whether a point is chosen by the view. */
function isVisible({ view }: CullCamera, { x, y, z }: Vector3): boolean {
  const p = view.planes;
  const tolerance = view.slack + view.slackPerMetre * Math.hypot(x - view.x, y - view.y, z - view.z);
  for (let i = 0; i < 24; i += 4) {
    if (p[i]! * x + p[i + 1]! * y + p[i + 2]! * z + p[i + 3]! < -tolerance) return false;
  }
  return true;
}

describe('CullCamera', () => {
  it('keeps everything visible until the next culling, wherever the camera moves', () => {
    const random = createRandom(3);
    const camera = new PerspectiveCamera(75, 1.6, 0.1, 60_000);
    const cull = new CullCamera();
    const around = (size: number) => (random() - 0.5) * size;
    let kept = 0;
    let visibleCount = 0;
    for (let step = 0; step < 400; step++) {
      camera.position.x += around(0.8);
      camera.position.y = 20 + around(0.4);
      camera.position.z += around(0.8);
      camera.rotation.set(-0.4 + around(0.03), camera.rotation.y + around(0.03), around(0.03));
      if (!cull.follow(camera, 400)) kept++;
      for (let i = 0; i < 50; i++) {
        const point = new Vector3(around(300), around(40), around(300));
        const { x, y, z } = point.clone().project(camera);
        if (Math.abs(x) > 1 || Math.abs(y) > 1 || Math.abs(z) > 1) continue;
        visibleCount++;
        expect(isVisible(cull, point)).toBe(true);
      }
    }
    expect(kept).toBeGreaterThan(150);
    expect(visibleCount).toBeGreaterThan(1_000);
  });

  it('culls again when the viewport size or the field of view changes', () => {
    const camera = new PerspectiveCamera(75, 1.6, 0.1, 60_000);
    const cull = new CullCamera();
    expect(cull.follow(camera, 400)).toBe(true);
    expect(cull.follow(camera, 400)).toBe(false);
    expect(cull.follow(camera, 500)).toBe(true);
    camera.aspect = 2;
    camera.updateProjectionMatrix();
    expect(cull.follow(camera, 500)).toBe(true);
    camera.position.x = 5;
    expect(cull.follow(camera, 500)).toBe(true);
    camera.rotation.y = 0.3;
    expect(cull.follow(camera, 500)).toBe(true);
  });
});
