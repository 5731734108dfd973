import type { Camera, Scene, WebGLRenderer } from 'three';

/** What three's programs can do besides their types. */
interface Program {
  isReady(): boolean;
  getUniforms(): unknown;
  getAttributes(): unknown;
}

/** Between two looks, milliseconds. */
const POLL_MS = 8;

/**
 * Compiles a scene's shaders while the first map is still on its way. Asking a program anything before its compiler is
 * done stops the page: 41 ms of the 60 that a map took on the main thread.
 * @returns resolves when all are ready, or when `isOver` says that nobody waits any more
 */
export async function warmUp(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  isOver: () => boolean,
): Promise<void> {
  renderer.compile(scene, camera);
  // Not compileAsync: it looks on after dispose, and throws then.
  const programs = (renderer.info.programs ?? []) as unknown as readonly Program[];
  while (!isOver() && !programs.every((program) => program.isReady())) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  if (isOver()) return;
  // The first question to a program waits for all that was drawn before it: asked now, before there is anything.
  for (const program of programs) {
    program.getUniforms();
    program.getAttributes();
  }
}
