// An embedded database as a first start leaves it before anything is stored: initdb and all migrations take half of what a
// start costs. It is made once for all suites and copied into each new data folder. Its password goes with it; every other
// secret is made at the start as ever. The suite `crash` starts from nothing.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'apps/server/migrations');
const KEPT = join(ROOT, 'node_modules/.farm3d/empty-databases');
const run = promisify(execFile);

let made: Promise<string | null> | undefined;

/** Fills a new data folder. Where the database of a data folder would stand outside it, it stays empty: the server fills it. */
export async function copyEmptyDatabase(node: string, dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await (made ??= emptyDatabase(node));
  if (folder !== null) await copy(folder, dataDir);
}

/** Owner, group and rights go with it: PostgreSQL runs as another user than root. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', `${from}/.`, to]);
}

async function emptyDatabase(node: string): Promise<string | null> {
  const folder = join(KEPT, `${process.getuid?.() ?? 0}-${versionOfDatabase()}`);
  if (existsSync(folder)) return folder;
  // Away from the repository, whose folders may let no other user through.
  const making = mkdtempSync(join(tmpdir(), 'farm3d-test-empty-'));
  try {
    await run(
      node,
      ['--conditions=@farm3d/source', join(import.meta.dirname, 'make-empty-database.ts'), making],
      { cwd: ROOT },
    );
    if (existsSync(join(making, 'pg-location'))) return null;
    mkdirSync(KEPT, { recursive: true });
    const copied = mkdtempSync(join(KEPT, 'making-'));
    await copy(making, copied);
    try {
      renameSync(copied, folder);
    } catch {
      // Another worker was first.
      rmSync(copied, { recursive: true, force: true });
    }
    removeOthers(folder);
    return folder;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function removeOthers(folder: string): void {
  for (const name of readdirSync(KEPT)) {
    // One that is being made belongs to another worker.
    if (join(KEPT, name) === folder || name.startsWith('making-')) continue;
    rmSync(join(KEPT, name), { recursive: true, force: true });
  }
}

/** Changes with the migrations, and with PostgreSQL. */
function versionOfDatabase(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  hash.update(readFileSync(join(ROOT, 'apps/server/package.json')));
  return hash.digest('hex').slice(0, 16);
}
