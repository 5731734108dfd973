import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { MODEL_NAMES, modelPath, modelsFolder, type ManifestEntry } from './catalogue.ts';
import { BUILDERS } from './models/all.ts';
import { writeModel } from './write.ts';

/** Writes a file whole or not at all, so that a server that runs meanwhile never sends half a model. */
async function writeWhole(path: URL, content: Uint8Array | string): Promise<void> {
  const draft = new URL(`${path.href}.${process.pid}.tmp`);
  await writeFile(draft, content);
  await rename(draft, path);
}

const folder = modelsFolder();
await mkdir(folder, { recursive: true });
const manifest: ManifestEntry[] = [];
for (const name of MODEL_NAMES) {
  const { glb, triangles, draws } = await writeModel(BUILDERS[name]());
  await writeWhole(new URL(`${name}.glb`, folder), glb);
  const sha256 = createHash('sha256').update(glb).digest('hex');
  manifest.push({ name, path: modelPath(name), bytes: glb.byteLength, triangles, draws, sha256 });
}
await writeWhole(new URL('manifest.json', folder), `${JSON.stringify(manifest, null, 2)}\n`);

console.log('model             bytes  triangles  draws');
for (const { name, bytes, triangles, draws } of manifest)
  console.log(
    `${name.padEnd(16)} ${String(bytes).padStart(6)} ${String(triangles).padStart(10)} ${String(draws).padStart(6)}`,
  );
