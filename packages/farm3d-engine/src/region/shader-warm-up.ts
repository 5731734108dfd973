import type { Camera, Scene, WebGLRenderer } from 'three';

/** Members of three's programs that its types do not declare. */
interface Program {
  isReady(): boolean;
  getUniforms(): unknown;
  getAttributes(): unknown;
}

/** Polling interval, milliseconds. */
const POLL_MS = 8;

/**
 * Compiles the shaders of a scene while the first map is loading. Any query of a program that is still compiling blocks the
 * page: 41 ms of the 60 that a map took on the main thread.
 * @returns resolves when all are compiled, or when `isOver` returns true
 */
export async function warmUp(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  isOver: () => boolean,
): Promise<void> {
  renderer.compile(scene, camera);
  // Not compileAsync: it continues after dispose and then throws.
  const programs = (renderer.info.programs ?? []) as unknown as readonly Program[];
  while (!isOver() && !programs.every((program) => program.isReady())) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  if (isOver()) return;
  // The first query of a program waits for all earlier draws: do it before there are any.
  for (const program of programs) {
    program.getUniforms();
    program.getAttributes();
  }
}
