import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** A page that nobody used for so long is of sources that are gone. */
const KEPT_MS = 7 * DAY_MS;

/** Removes pages that tests built long ago, by the time of their last use, and builds that were killed on the way. */
export function removeUnusedPages(folder, now = Date.now()) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const age = now - statSync(join(folder, name)).mtimeMs;
    if (age > (name.startsWith('building-') ? DAY_MS : KEPT_MS))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
