import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitFor } from '../../support/wait.ts';
import { freePort } from '../../support/free-port.ts';

const PROGRAM = '/usr/sbin/nginx';
const STREAM_MODULE = '/usr/lib/nginx/modules/ngx_stream_module.so';
const CONFIG = resolve(import.meta.dirname, '../../../deploy/nginx.conf');

export interface RunningNginx {
  readonly httpPort: number;
  readonly mqttPort: number;
  stop(): Promise<void>;
}

/** Debian's nginx with deploy/nginx.conf, whose names and ports are replaced by those of this machine. */
export async function startNginx(server: { httpPort: number; mqttPort: number }): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-nginx-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const config = readFileSync(CONFIG, 'utf8')
    .replaceAll('server:8080', `127.0.0.1:${server.httpPort}`)
    .replaceAll('server:1883', `127.0.0.1:${server.mqttPort}`)
    .replace('listen 8080;', `listen ${httpPort};`)
    .replace('listen 1884;', `listen ${mqttPort};`)
    .replace('http {', 'http {\n  access_log off;');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `load_module ${STREAM_MODULE};\npid ${folder}/pid;\n${config}`);
  const nginx = spawn(
    PROGRAM,
    ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'],
    {
      stdio: 'ignore',
    },
  );
  const answers = (port: number): Promise<boolean> =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
  await waitFor(
    async () => {
      if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
      return (await answers(httpPort)) && (await answers(mqttPort));
    },
    { what: 'nginx' },
  );
  return {
    httpPort,
    mqttPort,
    async stop() {
      if (nginx.exitCode === null) {
        const gone = new Promise((done) => nginx.once('exit', done));
        nginx.kill('SIGQUIT');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
