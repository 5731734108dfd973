import { spawn } from 'node:child_process';
import { ROOT, fail, modernNode, toolEnvironment } from './workspace.mjs';

/** Runs a program on the workspace's Node until it ends or Ctrl-C; this process then ends with its exit code. */
export function runInForeground(args, what) {
  const child = spawn(modernNode(), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: toolEnvironment({ NODE_NO_WARNINGS: '1' }),
  });
  child.on('error', (error) => fail(`${what} could not be started: ${error.message}`));
  child.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

  // A terminal sends Ctrl-C to the whole group: the program hears it by itself and stops in order, while
  // this process waits for it. A signal sent to this process alone is passed on; the program takes a
  // repeated one as the same wish.
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}
