import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'puppeteer';

const PEAK = /^VmHWM:\s+(\d+) kB/m;
const PARENT = /^PPid:\s+(\d+)/m;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended in between.
    return '';
  }
}

/**
 * Most memory that the browser's pages with their workers have ever taken, bytes, as Linux tells it; what a page's own
 * counters tell leaves out workers, WebAssembly and pictures. Throws where there is no /proc.
 */
export function peakPageMemory(browser: Browser): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name))
      parents.set(Number(name), Number(PARENT.exec(read(`/proc/${name}/status`))?.[1] ?? 0));
  }
  const root = browser.process()!.pid!;
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isOurs(parents.get(pid)));
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    if (!isOurs(pid) || !read(`/proc/${pid}/cmdline`).includes('--type=renderer')) continue;
    kilobytes += Number(PEAK.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  }
  if (kilobytes === 0) throw new Error('no page of the browser found in /proc');
  return kilobytes * 1024;
}
