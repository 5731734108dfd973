import { FarmViewer } from 'farm3d-engine';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      objectTree: true,
      keyboard: true,
    }),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  // The tree for screen readers beside the canvas. The focused object is marked in the scene; Enter acts as a click.
  const tree =
    stage.element.querySelector<HTMLElement>('[role="tree"]')!;
  const items = () => [
    ...tree.querySelectorAll<HTMLElement>('[role="treeitem"]'),
  ];
  stage.button(['进入对象树', 'Go into the tree'], () =>
    items()[0]?.focus(),
  );
  tree.addEventListener('focusin', ({ target }) =>
    stage.tell(`focus: ${(target as HTMLElement).textContent}`),
  );
  viewer.on('object-click', ({ id, pointerType }) => {
    viewer.select([id]);
    stage.tell(`object-click ${id} ${pointerType}`);
  });
  viewer.on('hover', ({ id }) =>
    stage.fact('marked', ['标出', 'Marked'], id ?? '–'),
  );
  stage.fact('items', ['对象', 'Objects'], items().length);
}
