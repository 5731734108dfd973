import type { FarmViewer, ViewerContext } from 'farm3d-engine';

const contexts = new WeakMap<FarmViewer, ViewerContext>();

/** The context of a plugin of the tests, one for each viewer. */
export function contextOf(viewer: FarmViewer): ViewerContext {
  let context = contexts.get(viewer);
  if (!context) contexts.set(viewer, (context = viewer.use({})));
  return context;
}
