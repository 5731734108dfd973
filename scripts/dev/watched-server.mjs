import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ROOT } from '../lib/workspace.mjs';

const MAIN = join(ROOT, 'apps/server/src/main.ts');
const READY = /^farm3d is ready at /;

/**
 * The platform's server as a process that is restarted when its sources change. It listens for HTTP on its
 * own port; all other settings are those of `npm start`.
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

  /**
   * Resolves when the present process, or its successor, responds. Never rejects: a broken edit is followed
   * by another one.
   */
  get ready() {
    return this.#ready.promise;
  }

  start() {
    // Its own process group, with the simulator: Ctrl-C in the terminal reaches it only once, through `stop`.
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

  /** Kills the process and starts it again: its database keeps running meanwhile, and the new process adopts it. */
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

  /** Stops the process gracefully, with its database. */
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
    // Callers that wait for the ended process now wait for the next one.
    void this.#ready.promise.then(before.resolve);
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
