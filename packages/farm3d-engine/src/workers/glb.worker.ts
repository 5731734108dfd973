import { InThreadDraco } from './draco.ts';
import { openGlb, parseJson } from './gltf/container.ts';
import { needsDraco } from './gltf/meshes.ts';
import { fetchParts, parseGltf } from './gltf/parse-gltf.ts';
import { MemoryBudget } from './limits.ts';
import { serveModels } from './model-worker.ts';
import { decodeImage } from './images.ts';

serveModels('glb', async (bytes, format, place, request, signal) => {
  const container = format === 'glb' ? openGlb(bytes) : { json: parseJson(new Uint8Array(bytes)), bin: null };
  if (needsDraco(container.json)) InThreadDraco.ready().catch(() => undefined);
  const parts = await fetchParts(container, place, request, signal);
  return {
    outside: parts.outside,
    variant: parts.variant,
    decode: () => {
      const budget = new MemoryBudget();
      return parseGltf(parts, new InThreadDraco(budget), budget, decodeImage);
    },
  };
});
