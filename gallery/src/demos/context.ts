import { FarmViewer } from 'farm3d-engine';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  let lossCount = 0;
  let restored = 0;
  viewer.on('context-lost', () =>
    stage.fact('lost', ['丢失', 'Lost'], ++lossCount),
  );
  viewer.on('context-restored', () =>
    stage.fact('restored', ['恢复', 'Restored'], ++restored),
  );
  stage.fact('lost', ['丢失', 'Lost'], lossCount);
  stage.fact('restored', ['恢复', 'Restored'], restored);

  // Graphics drivers do this now and then, phones often.
  const loseContext = async () => {
    const extension = stage.element
      .querySelector('canvas')!
      .getContext('webgl2')!
      .getExtension('WEBGL_lose_context')!;
    const isBack = viewer.once('context-restored', {
      signal: stage.signal,
    });
    const isLost = viewer.once('context-lost', {
      signal: stage.signal,
    });
    extension.loseContext();
    await isLost;
    await new Promise((resolve) => setTimeout(resolve, 400));
    extension.restoreContext();
    await isBack;
  };
  stage.button(['丢失上下文', 'Lose the context'], loseContext);
}
