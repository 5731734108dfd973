import { openFbx, parseFbx } from './fbx/parse-fbx.ts';
import { serveModels } from './model-worker.ts';

// three's reader reads the window's size for a camera before it checks whether the file has an aspect.
Object.assign(globalThis, { window: { innerWidth: 1, innerHeight: 1 } });

serveModels('fbx', async (bytes, _format, place, request, signal) => {
  const parts = await openFbx(bytes, place, request, signal);
  return { outside: parts.outside, decode: () => parseFbx(parts) };
});
