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

/** Process ids of the browser's pages with their workers. Throws where there is no /proc. */
function pagesOf(browser: Browser): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name))
      parents.set(Number(name), Number(PARENT.exec(read(`/proc/${name}/status`))?.[1] ?? 0));
  }
  const root = browser.process()!.pid!;
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isOurs(parents.get(pid)));
  const pages = [...parents.keys()].filter(
    (pid) => isOurs(pid) && read(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
  if (pages.length === 0) throw new Error('no page of the browser found in /proc');
  return pages;
}

/**
 * Peak memory of the browser's pages with their workers, bytes, from Linux; a page's own counters omit
 * workers, WebAssembly and images.
 */
export function peakPageMemory(browser: Browser): number {
  return 1024 * sum(pagesOf(browser).map((pid) => Number(PEAK.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
