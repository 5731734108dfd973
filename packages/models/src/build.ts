import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { validateBytes } from 'gltf-validator';
import {
  KIND_LEVELS,
  kindOf,
  MODEL_NAMES,
  modelPath,
  modelsFolder,
  picturesFolder,
  type BuiltLevel,
  type ManifestEntry,
} from './catalogue.ts';
import { boundsOf } from './model.ts';
import { buildModel } from './models/all.ts';
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
const faults: string[] = [];
/** Faults that Khronos' validator found in all levels of a model. */
const verdicts = new Map<string, number>();
for (const name of MODEL_NAMES) {
  const kind = kindOf(name);
  const levels: BuiltLevel[] = [];
  for (const level of KIND_LEVELS[kind]) {
    const path = modelPath(name, level);
    const { glb, triangles, draws } = await writeModel(buildModel(name, level), level);
    await writeWhole(new URL(basename(path), folder), glb);
    const { issues } = await validateBytes(glb);
    for (const { severity, code, message } of issues.messages)
      if (severity <= 1) {
        faults.push(`${path}: ${code} ${message}`);
        verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
      }
    const sha256 = createHash('sha256').update(glb).digest('hex');
    levels.push({ level, path, bytes: glb.byteLength, triangles, draws, sha256 });
  }
  const { level: _, ...near } = levels[0]!;
  const { low, high } = boundsOf(buildModel(name));
  const rounded = (corner: readonly number[]): number[] =>
    corner.map((value) => Math.round(value * 1e3) / 1e3);
  manifest.push({ name, kind, box: { low: rounded(low), high: rounded(high) }, ...near, levels });
}
// A new model has no picture until `npm run pictures -- products` takes it.
for (const { name } of manifest) {
  const picture = new URL(`${name}.webp`, picturesFolder());
  if (existsSync(picture)) await writeWhole(new URL(`${name}.webp`, folder), await readFile(picture));
}
await writeWhole(new URL('manifest.json', folder), `${JSON.stringify(manifest, null, 2)}\n`);
// What an older build left and nobody asks for any more.
const known = new Set(manifest.flatMap(({ levels }) => levels.map(({ path }) => basename(path))));
for (const file of await readdir(folder))
  if (file.endsWith('.glb') && !known.has(file)) await rm(new URL(file, folder));

const column = (text: string | number, width: number): string => String(text).padStart(width);
console.log(
  `${'model'.padEnd(28)}${column('triangles by level', 22)}${column('bytes by level', 24)}${column('draws', 12)}${column('validator', 12)}`,
);
for (const { name, levels } of manifest) {
  const every = (figure: 'triangles' | 'bytes' | 'draws'): string =>
    levels.map((level) => level[figure]).join(' / ');
  console.log(
    `${name.padEnd(28)}${column(every('triangles'), 22)}${column(every('bytes'), 24)}${column(every('draws'), 12)}${column(verdicts.get(name) ?? 'valid', 12)}`,
  );
}
const files = manifest.flatMap(({ levels }) => levels);
const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(
  `${manifest.length} models, ${files.length} files, ${(total / 1024).toFixed(0)} KiB; ` +
    `glTF validator: ${faults.length} errors and warnings`,
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
