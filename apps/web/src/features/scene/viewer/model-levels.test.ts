import { KIND_LEVELS, kindOf, MODEL_NAMES, modelPath } from '@farm3d/models';
import { describe, expect, it } from 'vitest';
import { modelLevels } from './scene-viewer.ts';

describe('levels of the built-in models', () => {
  it('names exactly the files that the model build writes', () => {
    for (const name of MODEL_NAMES) {
      const simpler = KIND_LEVELS[kindOf(name)].filter((level) => level !== 'near');
      expect(modelLevels(modelPath(name)).map(({ path }) => path)).toEqual(
        simpler.map((level) => modelPath(name, level)),
      );
    }
  });

  it('has the middle level at a shorter distance than the far one', () => {
    const [middle, far] = modelLevels('/models/valve.glb');
    expect(middle!.belowPixels).toBeGreaterThan(far!.belowPixels);
  });

  it('has none for models from other sources', () => {
    expect(modelLevels('/files/tractor.glb')).toEqual([]);
    expect(modelLevels('https://cdn.example/models/valve.glb')).toEqual([]);
  });
});
