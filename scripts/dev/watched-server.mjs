import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ROOT } from '../lib/workspace.mjs';

const MAIN = join(ROOT, 'apps/server/src/main.ts');
const READY = /^farm3d is ready at /;

/**
 * The platform's server as a process that is started again when its sources change. It listens for HTTP on a port of its
 * own; everything else is set as for `npm start`.
 */
export class WatchedServer {
  #child;
  #ready = Promise.withResolvers();
  #ended = Promise.resolve();
  #stopping = false;
  #env;
  #onLine;
  #program;

  /** `onLine` receives each line that it prints. */
  constructor(env, onLine, program = MAIN) {
    this.#env = env;
    this.#onLine = onLine;
    this.#program = program;
  }

  /** Resolves when the present process, or the one that follows it, answers. Never rejects: a broken edit is mended by the next. */
  get ready() {
    return this.#ready.promise;
  }

  start() {
    // A group of its own, with the simulator: a Ctrl-C of the terminal reaches it once, through `stop`.
    const child = spawn(process.execPath, ['--conditions=@farm3d/source', this.#program], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: this.#env,
    });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (READY.test(line)) this.#ready.resolve();
      this.#onLine(line);
    });
    this.#ended = new Promise((resolve) => {
      child.once('error', resolve);
      child.once('exit', resolve);
    });
    void this.#ended.then(() => {
      if (this.#child !== child || this.#stopping) return;
      this.#child = undefined;
      this.#wait();
      this.#onLine('the server ended; it starts again with the next edit');
    });
  }

  /** Ends the process as a crash would and starts it again: its database goes on running meanwhile and is taken over. */
  async restart() {
    this.#wait();
    const child = this.#child;
    this.#child = undefined;
    if (child) {
      kill(-child.pid, 'SIGKILL');
      await this.#ended;
    }
    if (!this.#stopping) this.start();
  }

  /** Ends the process in order, its database too. */
  async stop() {
    this.#stopping = true;
    const child = this.#child;
    if (child?.pid === undefined) return;
    kill(child.pid, 'SIGTERM');
    await this.#ended;
  }

  #wait() {
    const before = this.#ready;
    this.#ready = Promise.withResolvers();
    // Who waits for the one that has ended waits for the next.
    void this.#ready.promise.then(before.resolve);
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
