import { readFile, rename, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { FarmState } from './physics/farm.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const Held = { heldUntil: v.number() };
const Drive = v.object({ opening: v.number(), target: v.number(), ...Held });
const Switch = { on: v.boolean(), ...Held };
const Machines = v.object({
  pump: v.object({ ...Switch, frequency: v.number(), runSeconds: v.number() }),
  film: Drive,
  shade: Drive,
  fan: v.object(Switch),
  pad: v.object(Switch),
  light: v.object({ ...Switch, level: v.number() }),
  lamp: v.object({ ...Switch, caught: v.number() }),
  screen: v.object({ entries: v.string() }),
  pond: v.object({ level: v.number(), taken: v.number() }),
  drip: v.object({ zone: v.number(), until: v.number(), today: v.number() }),
  probe: v.object({ calibratedAt: v.number() }),
  gateway: v.object({ startedAt: v.number() }),
});
const State = v.object({
  time: v.number(),
  zones: v.array(
    v.object({
      soil: v.object({ water: v.tuple([Share, Share, Share]) }),
      valve: v.object({ opening: v.number(), flow: v.number(), closesAt: v.optional(v.number()) }),
      wateredOn: v.number(),
    }),
  ),
  heads: v.array(v.object({ pan: v.number(), tilt: v.number(), zoom: v.number(), recording: v.boolean() })),
  machines: Machines,
});

/** The saved farm; undefined when it is missing or unreadable: only the soil's past is lost. */
export async function loadState(path: string): Promise<FarmState | undefined> {
  try {
    const parsed = v.safeParse(State, JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically. */
export async function saveState(path: string, state: FarmState): Promise<void> {
  const draft = `${path}.tmp`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, path);
}
