import { unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { shortId } from './data-paths.ts';

/** Exclusive use of a data folder, until `release` or the end of the process. */
export interface InstanceLock {
  release(): Promise<void>;
}

/**
 * Locks the data folder for this process. The lock is a listening socket, because the system closes it with the
 * process in any case: no stale lock file remains. On Linux the name is abstract and on Windows a pipe, so that
 * nothing stays on the disk; elsewhere it is a file that is tried before it is replaced.
 * @throws StartupError when another process holds it
 */
export async function lockDataDir(dataDir: string, folder: string): Promise<InstanceLock> {
  const id = `farm3d-${shortId(dataDir)}`;
  const refused = () =>
    new StartupError(
      `another farm3d is already running on the data folder ${dataDir}; stop it first, or set FARM3D_DATA_DIR to another folder`,
    );
  if (process.platform === 'linux' || process.platform === 'win32') {
    const server = await listen(process.platform === 'linux' ? `\0${id}` : `\\\\.\\pipe\\${id}`);
    if (!server) throw refused();
    return { release: () => close(server) };
  }
  const path = join(folder, 'lock');
  let server = await listen(path);
  if (!server && !(await answers(path))) {
    unlinkSync(path);
    server = await listen(path);
  }
  if (!server) throw refused();
  const held = server;
  return { release: () => close(held) };
}

/** The listening server, or null when the name is in use. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
