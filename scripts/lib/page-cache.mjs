import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** Pages that were not used for this long are removed: their sources have changed. */
const KEPT_MS = 7 * DAY_MS;

/** Removes built pages of tests by the time of their last use, and the remains of interrupted builds. */
export function removeUnusedPages(folder, now = Date.now()) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const age = now - statSync(join(folder, name)).mtimeMs;
    if (age > (name.startsWith('building-') ? DAY_MS : KEPT_MS))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
