import { FarmViewer, type ViewerContext } from 'farm3d-engine';
import { farm } from '../farm.ts';
import { Fence } from '../fence.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });

  // A plugin has what the engine's own features have: objects, picking, labels, frames.
  const fence = new Fence(
    'fence',
    stage.say(['围栏', 'Fence']),
    [
      [-16, 11],
      [16, 11],
      [16, -8],
      [-16, -8],
      [-16, 11],
    ],
  );
  let context: ViewerContext | undefined;
  const attach = (isAttached: boolean) => {
    // Everything that it added goes with it.
    if (isAttached) context = viewer.use(fence);
    else context?.detach();
    stage.fact(
      'attached',
      ['已挂接', 'Attached'],
      isAttached ? '1' : '0',
    );
  };
  stage.toggle(['围栏', 'Fence'], true, attach);
  attach(true);

  viewer.on('object-click', ({ id }) =>
    stage.fact('clicked', ['点击', 'Clicked'], id),
  );
  stage.fact('clicked', ['点击', 'Clicked'], '–');
}
