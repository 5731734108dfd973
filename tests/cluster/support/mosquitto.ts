import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { waitFor } from '../../support/wait.ts';
import { freePort } from '../../support/free-port.ts';
import { makeFolder, unprivileged, type OutsideProgram } from './postgres.ts';

/** Debian installs it in a folder that is only in root's PATH. */
const PROGRAM = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) =>
  existsSync(path),
);

const RIGHTS = resolve(import.meta.dirname, '../../../deploy/mosquitto.acl');

/**
 * Debian's mosquitto, with the settings that docs/scaling.md asks for: no message may be dropped. It believes every user
 * name; `withRights`: and lets each reach what deploy/mosquitto.acl says, the servers as `farm3d`.
 */
export async function startMosquitto({ withRights = false } = {}): Promise<OutsideProgram> {
  if (!PROGRAM) throw new Error('mosquitto is not installed');
  const folder = makeFolder('mosquitto');
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const rights = join(folder, 'rights.acl');
  if (withRights) copyFileSync(RIGHTS, rights);
  writeFileSync(
    file,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence true',
      `persistence_location ${folder}/`,
      'max_queued_messages 0',
      'max_inflight_messages 0',
      ...(withRights ? [`acl_file ${rights}`] : []),
      '',
    ].join('\n'),
  );
  const broker = spawn(PROGRAM, ['-c', file], { ...unprivileged, cwd: folder, stdio: 'ignore' });
  await waitFor(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
    { timeoutMs: 15_000, what: 'the outside broker' },
  );
  return {
    url: `mqtt://${withRights ? 'farm3d@' : ''}127.0.0.1:${port}`,
    pid: broker.pid ?? 0,
    async stop() {
      if (broker.exitCode === null) {
        const gone = new Promise((resolve) => broker.once('exit', resolve));
        broker.kill('SIGTERM');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
