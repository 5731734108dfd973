import { describe, expect, it } from 'vitest';
import { FrameBudget } from '../resources/frame-budget.ts';
import { Model } from '../resources/model.ts';
import { plainBox } from '../resources/plain-box.ts';
import { InstanceMaterials } from './instance-materials.ts';
import { InstanceStore } from './instance-store.ts';
import { KindBatch, MAX_DRAWS } from './kind-batch.ts';
import { PoseStore } from './pose-store.ts';

/** A model with `opaque` opaque parts, each with its own colour, and `clear` transparent ones. */
function model(opaque: number, clear: number): Promise<Model> {
  const box = plainBox();
  const parts = Array.from({ length: opaque + clear }, (_, i) => i);
  return Model.build(
    {
      ...box,
      nodes: parts.map((i) => ({ ...box.nodes[0]!, name: `part-${i}`, primitives: [i] })),
      primitives: parts.map((i) => ({ ...box.primitives[0]!, material: i })),
      materials: parts.map((i) => ({
        ...box.materials[0]!,
        name: `paint-${i}`,
        color: [i / parts.length, 0.5, 0.5] as const,
        transparent: i >= opaque,
        opacity: i >= opaque ? 0.4 : 1,
      })),
    },
    new FrameBudget(1e9, () => 0),
  );
}

async function batchOf(opaque: number, clear: number): Promise<KindBatch> {
  const store = new InstanceStore();
  const poses = new PoseStore();
  const uniforms = {
    ...store.uniforms,
    farmPoses: poses.uniform,
    farmPulse: { value: 1 },
  };
  const batch = new KindBatch(await model(opaque, clear), store, poses, new InstanceMaterials(uniforms));
  const levels = await Promise.all([model(opaque, 0), model(opaque, 0)]);
  batch.setLevels(levels.map((level, i) => ({ belowPixels: 60 - 40 * i, model: level })));
  return batch;
}

describe('what a kind costs, in draws', () => {
  it.each([
    { opaque: 7, clear: 0, levels: 3, draws: 3 },
    // The middle level is left out in favour of the transparent parts.
    { opaque: 7, clear: 1, levels: 2, draws: 3 },
    { opaque: 7, clear: 2, levels: 1, draws: 3 },
  ])('$opaque opaque parts and $clear transparent ones: $levels levels', async (given) => {
    const batch = await batchOf(given.opaque, given.clear);
    expect(batch.levelCount).toBe(given.levels);
    expect(batch.drawCount).toBe(given.draws);
    expect(batch.drawCount).toBeLessThanOrEqual(MAX_DRAWS);
  });
});
