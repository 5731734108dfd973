import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/**
 * PostgreSQL refuses to run as root; root starts it as this user (`nobody` on Linux) without creating an account.
 */
const UNPRIVILEGED_USER = 65_534;
/**
 * Its group, of which no other program is: the folder around the database belongs to root and lets nobody but this
 * group through. In a range that neither Debian's accounts nor systemd's dynamic users take (61184 and up), and below
 * 65536, as containers without root of the host need it.
 */
const DATABASE_GROUP = 61_033;
/** The folder around the database in the data folder of root. */
const CLOSED_FOLDER = 'database';
/**
 * The path of a unix socket has at most 107 bytes on Linux, 103 on macOS; PostgreSQL adds '/.s.PGSQL.5432.lock'.
 */
const MAX_SOCKET_DIR_BYTES = 80;

/** The user that PostgreSQL runs as: our own, or an unprivileged one when we are root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user to switch to, or null when PostgreSQL runs as our own. */
export function databaseOwner(): Owner | null {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED_USER, gid: DATABASE_GROUP } : null;
}

/** Paths of one embedded database. All absolute. */
export interface DataPaths {
  /** The cluster, PostgreSQL's PGDATA. */
  readonly cluster: string;
  /** Folder of the unix socket. */
  readonly sockets: string;
  readonly logFile: string;
  /** PostgreSQL's pg_hba.conf. It is missing until every connection is asked for a password. */
  readonly accessRules: string;
  /** Why a path is outside the data folder; one line for people, or null. */
  readonly notice: string | null;
}

/**
 * Creates the data folder and chooses the paths of the cluster and the socket.
 * @throws StartupError when the data folder cannot be written
 */
export function prepareDataPaths(dataDir: string, owner: Owner | null): DataPaths {
  const root = makeDataDir(dataDir, owner);
  const id = shortId(root);
  const inside = owner ? join(root, CLOSED_FOLDER) : root;
  if (!owner) refuseFolderOfRoot(root);
  let notice: string | null = null;
  let home = inside;
  if (owner && !canTraverse(root, owner)) {
    // A parent folder of ours lets no other user through, and must not be changed. The path is stored beside the
    // data, so that a later start with other permissions finds the same cluster.
    home = join(relocationBase(root, owner), id);
    notice = `the database is kept in ${home}, because user ${owner.uid} cannot pass through the folders above ${root}`;
  }
  const remembered = readRemembered(root);
  if (remembered !== null && remembered !== home) {
    home = remembered;
    notice = `the database is kept in ${home}, as before`;
  }
  if (home !== root) makeClosedDir(home, owner);
  if (home !== inside) writeFileSync(join(root, 'pg-location'), `${home}\n`, { mode: 0o600 });
  const run = join(home, 'run');
  makeDir(run, 0o700, owner);
  return {
    cluster: join(home, 'pg'),
    sockets: Buffer.byteLength(run) <= MAX_SOCKET_DIR_BYTES ? run : makeShortSocketDir(id, owner),
    logFile: join(run, 'postgres.log'),
    accessRules: join(run, 'pg_hba.conf'),
    notice,
  };
}

/** A folder that only the server and its database can enter. */
function makeClosedDir(path: string, owner: Owner | null): void {
  makeDir(path, owner ? 0o710 : 0o700, owner && { uid: process.getuid?.() ?? 0, gid: owner.gid });
}

function makeShortSocketDir(id: string, owner: Owner | null): string {
  const closed = join(tmpBase(owner), `farm3d-${id}`);
  // Another farm3d made it for its database; the folder inside it is the one that counts now.
  if (owner && lstatSync(closed, { throwIfNoEntry: false })?.uid === owner.uid)
    rmSync(closed, { recursive: true });
  makeClosedDir(closed, owner);
  if (!owner) return closed;
  const sockets = join(closed, 'run');
  makeDir(sockets, 0o700, owner);
  return sockets;
}

/** Else a new, empty database would be made beside that of root. */
function refuseFolderOfRoot(root: string): void {
  if (!isDirectory(join(root, CLOSED_FOLDER)) || isDirectory(join(root, 'pg'))) return;
  throw new StartupError(
    `the database in ${join(root, CLOSED_FOLDER)} was made as root; start as root again, or set FARM3D_DATA_DIR to another folder`,
  );
}

/**
 * Creates the data folder and returns its real path.
 * @throws StartupError when it cannot be used
 */
export function makeDataDir(dataDir: string, owner: Owner | null): string {
  try {
    makeDirs(dirname(dataDir));
    if (!isDirectory(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
    const real = realpathSync(dataDir);
    // Only traversal is permitted, and only on our own folder; its content stays closed.
    if (owner) chmodSync(real, statSync(real).mode | 0o011);
    const probe = join(real, '.write-probe');
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe, { force: true });
    return real;
  } catch (error) {
    throw new StartupError(
      `the data folder ${dataDir} cannot be written (${codeOf(error)}); give this user the right to write there, or set FARM3D_DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

/** As `mkdir -p`. Node's own never returns for a path under /proc (24.21: it retries ENOENT for ever). */
function makeDirs(path: string): void {
  if (isDirectory(path)) return;
  makeDirs(dirname(path));
  mkdirSync(path);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether `owner` can traverse every folder of `path`, by mode bits. */
export function canTraverse(path: string, owner: Owner): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === owner.uid ? 0o100 : stat.gid === owner.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** A folder for temporary files that `owner` can reach. */
export function tmpBase(owner: Owner | null): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'];
  return candidates.find((folder) => owner === null || isUsable(folder, owner)) ?? tmpdir();
}

/** Creates a folder with exactly this mode whatever the umask, and sets its owner. */
export function makeDir(path: string, mode: number, owner: Owner | null): void {
  mkdirSync(path, { recursive: true, mode });
  const stat = lstatSync(path);
  // In a shared folder another user could have created it first.
  const expected = [process.getuid?.(), owner?.uid];
  if (!stat.isDirectory() || (process.getuid && !expected.includes(stat.uid))) {
    throw new StartupError(
      `${path} belongs to somebody else; remove it, or set FARM3D_DATA_DIR to another folder`,
    );
  }
  chmodSync(path, mode);
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** 12 hex digits that identify a folder. */
export function shortId(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

function relocationBase(dataDir: string, owner: Owner): string {
  // Temporary data may be in a temporary folder; anything else must survive a reboot.
  const base = ['/tmp/', `${tmpdir()}/`, '/var/tmp/'].some((prefix) => dataDir.startsWith(prefix))
    ? join(tmpBase(owner), 'farm3d')
    : '/var/lib/farm3d';
  mkdirSync(base, { recursive: true });
  if (lstatSync(base).uid !== 0) {
    throw new StartupError(
      `${base} belongs to somebody else; set FARM3D_DATA_DIR to a folder that user ${owner.uid} can reach`,
    );
  }
  chmodSync(base, 0o711);
  if (!canTraverse(base, owner)) {
    throw new StartupError(
      `user ${owner.uid}, as whom PostgreSQL runs, can reach neither ${dataDir} nor ${base}; set FARM3D_DATA_DIR to a folder it can reach, or do not start as root`,
    );
  }
  return base;
}

function readRemembered(root: string): string | null {
  try {
    return readFileSync(join(root, 'pg-location'), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

function isUsable(folder: string, owner: Owner): boolean {
  return isDirectory(folder) && canTraverse(folder, owner);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
