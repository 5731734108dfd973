import { FarmViewer } from 'farm3d-engine';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

const OBJECTS = [
  'valve',
  'fan-pad',
  'weather-station',
  'camera',
  'roll-motor',
] as const;

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        OBJECTS.map((id, i) =>
          standing(id, (i - 2) * 1.8, 0, 0.25),
        ),
        {
          position: { x: 1, y: 2.6, z: 8.6 },
          target: { x: 0, y: 0.9, z: 0 },
        },
      ),
      catalogue: OBJECTS.map((id) => ({
        equipmentId: id,
        name: id,
        modelPath: `/models/${id}.glb`,
      })),
    },
    { signal: stage.signal },
  );

  // Clips by name. Starting one fades out the others over half a second.
  for (const id of OBJECTS) {
    const player = viewer.animations(id);
    for (const clip of player.clips) {
      stage.button(
        [`${id} ▶ ${clip}`, `${id} ▶ ${clip}`],
        () => {
          if (player.playing.includes(clip)) player.stop(clip);
          else player.play(clip, { loop: clip !== 'open' });
          stage.fact(
            'playing',
            ['播放中', 'Playing'],
            OBJECTS.filter(
              (one) =>
                viewer.animations(one).playing.length > 0,
            ).length,
          );
        },
      );
    }
  }

  // Or set parts by telemetry: rotation speed and opening. The part moves to the new value.
  stage.range(
    ['开度', 'Opening'],
    {
      min: 0,
      max: 100,
      value: 70,
      format: (value) => `${value} %`,
    },
    (value) =>
      viewer.setLiveState(
        OBJECTS.map((id) => ({
          id,
          drive: { open: value / 100 },
        })),
      ),
  );
  stage.range(
    ['转速', 'Speed'],
    {
      min: 0,
      max: 3,
      step: 0.1,
      value: 1,
      format: (value) => `× ${value.toFixed(1)}`,
    },
    (spin) =>
      viewer.setLiveState(
        OBJECTS.map((id) => ({
          id,
          online: true,
          drive: { spin },
        })),
      ),
  );
  viewer.setLiveState(
    OBJECTS.map((id) => ({
      id,
      online: true,
      drive: { spin: 1, open: 0.7 },
    })),
  );
  stage.fact(
    'clips',
    ['动画', 'Clips'],
    OBJECTS.reduce(
      (sum, id) => sum + viewer.animations(id).clips.length,
      0,
    ),
  );
}
