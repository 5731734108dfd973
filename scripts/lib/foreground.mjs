import { spawn } from 'node:child_process';
import { ROOT, fail, modernNode, toolEnvironment } from './workspace.mjs';

/** Interval of the check for the parent process, ms. */
const PARENT_CHECK_MS = 500;

/**
 * Stops this process when npm has ended: a SIGTERM ends npm and its shell, which do not always pass it on. Without npm a
 * program may outlive the shell that it was started from.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Runs a program on the workspace's Node until it ends or Ctrl-C; this process then ends with its exit code. */
export function runInForeground(args, what) {
  const child = spawn(modernNode(), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: toolEnvironment({ NODE_NO_WARNINGS: '1' }),
  });
  child.on('error', (error) => fail(`${what} could not be started: ${error.message}`));
  child.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

  // A terminal sends Ctrl-C to the whole group: the program receives it by itself and stops in order, while
  // this process waits for it. A signal sent to this process alone is passed on; the program takes a
  // repeated one as the same request.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
}
