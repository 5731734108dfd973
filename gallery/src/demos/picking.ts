import { FarmViewer } from 'farm3d-engine';
import { farm } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });

  // Payloads of events are ids and plain numbers, never three objects.
  viewer.on('hover', ({ id }) =>
    stage.fact('hover', ['悬停', 'Hover'], id ?? '–'),
  );
  viewer.on('object-click', ({ id, point, pointerType }) => {
    viewer.select([id]);
    stage.tell(
      `object-click ${id} (${point.x.toFixed(2)}, ${point.y.toFixed(2)}, ${point.z.toFixed(2)}) ${pointerType}`,
    );
  });
  viewer.on('background-click', () => {
    viewer.select([]);
    stage.tell('background-click');
  });
  stage.fact('hover', ['悬停', 'Hover'], '–');

  // Or pick at any point of the window.
  const pickAtCenter = () => {
    const { left, top, width, height } =
      stage.element.getBoundingClientRect();
    const rays = 400;
    const start = performance.now();
    for (let i = 0; i < rays; i++)
      viewer.pick(
        left + (width * (i % 20)) / 20,
        top + (height * i) / rays,
      );
    stage.fact(
      'cost',
      ['一次拾取', 'One pick'],
      `${(((performance.now() - start) / rays) * 1_000).toFixed(0)} µs`,
    );
    const ids = viewer.pickRectangle(
      left,
      top,
      left + width,
      top + height,
    );
    viewer.select(ids);
    stage.fact('boxed', ['框内', 'In the box'], ids.length);
  };
  stage.button(['框选全部', 'Box everything'], pickAtCenter);
  pickAtCenter();
}
