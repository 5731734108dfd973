import { spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 50;

/** A zombie is dead: it only waits for its parent. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return true;
  }
}

/** The pid of a stale file may belong to another program. Without /proc it is trusted. */
export function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (condition()) return true;
    await sleep(POLL_MS);
  }
  return condition();
}

/** Runs a program to its end; `code` is null when it could not run or was killed. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { input, ...options }: SpawnOptions & { input?: string },
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(program, args, { ...options, stdio: [stdin, 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => resolve({ code: null, stderr: error.message }));
    child.once('close', (code) => resolve({ code, stderr }));
    // A program that ends early reads no more.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
