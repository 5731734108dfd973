import type { LiveState } from 'farm3d-engine';
import { type BufferGeometry, Color, InstancedMesh } from 'three';
import { createRandom } from '../../../../packages/farm3d-engine/src/core/random.ts';
import { byKind, material, type Placement } from './kinds.ts';
import { drivenViewer, PRODUCT } from './viewer-subject.ts';

/** Milliseconds of script, one number per round. */
export interface StateRow {
  readonly subject: string;
  readonly metric: string;
  readonly samples: number[];
}

export interface StateResult {
  readonly rows: StateRow[];
  /** What the viewer's tree says of its first devices in the end, and what it has to say. */
  readonly shown: readonly string[];
  readonly expected: readonly string[];
}

/** One device in this many changes, where few do. */
const FEW = 100;
export const FLOOR = 'three InstancedMesh.setColorAt';

/** As they come from a server: every object and every text is new. */
const received = (states: readonly LiveState[]): LiveState[] =>
  JSON.parse(JSON.stringify(states)) as LiveState[];

/** The state of a device in a round; each field differs from that of the round before. */
const stateOf = (id: string, i: number, round: number): LiveState => ({
  id,
  online: (i + round) % 2 === 0,
  alarm: (i + round) % 3 === 0,
  value: `${((i * 7 + round * 13) % 400) / 10} ℃`,
});

const readingsOf = (id: string, i: number, round: number): LiveState => ({
  id,
  values: { temperature: (i * 7 + round * 13) % 40 },
});

async function timed(work: () => void): Promise<number> {
  const start = performance.now();
  work();
  // What the call leaves to the end of its task counts as well.
  await Promise.resolve();
  return performance.now() - start;
}

export async function stateRows(
  host: HTMLElement,
  placements: readonly Placement[],
  kinds: readonly BufferGeometry[],
  rounds: number,
): Promise<StateResult> {
  const { viewer, draw } = await drivenViewer(host, placements, kinds);
  viewer.setLocale('en');
  await viewer.registerKind(PRODUCT, {
    model: null,
    states: {
      temperature: { unit: '℃', thresholds: [{ below: 10, color: '#3b6fb6' }, { color: '#b4552d' }] },
    },
  });
  const gl = host.querySelector('canvas')!.getContext('webgl2')!;
  const pixel = new Uint8Array(4);
  const drain = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const meshes = byKind(placements, kinds, (geometry, own) => {
    const mesh = new InstancedMesh(geometry, material(), own.length);
    for (const [i] of own.entries()) mesh.setColorAt(i, new Color());
    return mesh;
  });
  const colors = [new Color('#1f8a4c'), new Color('#b4552d')];

  const rows = new Map<string, StateRow>();
  const add = (subject: string, metric: string, ms: number) => {
    const key = `${subject}|${metric}`;
    if (!rows.has(key)) rows.set(key, { subject, metric, samples: [] });
    rows.get(key)!.samples.push(ms);
  };
  const few = placements.filter((_, i) => i % FEW === 0);
  const random = createRandom(3);
  const mixed = placements.map((one) => ({ id: one.id, at: random() })).toSorted((a, b) => a.at - b.at);
  for (let round = 0; round <= rounds; round++) {
    // The first round warms up.
    const measure = async (subject: string, metric: string, work: () => void) => {
      const ms = await timed(work);
      if (round > 0) add(subject, metric, ms);
    };
    const frame = (metric: string) => measure('farm3d', metric, draw).then(drain);
    const all = received(placements.map(({ id }, i) => stateOf(id, i, round)));
    await measure('farm3d', 'all change, ms of the call', () => viewer.setLiveState(all));
    await frame('all change, ms of the next frame');
    const same = received(placements.map(({ id }, i) => stateOf(id, i, i % FEW === 0 ? round + 1 : round)));
    await measure('farm3d', 'all given, 1 % change, ms of the call', () => viewer.setLiveState(same));
    await frame('all given, 1 % change, ms of the next frame');
    const some = received(few.map(({ id }, i) => stateOf(id, i, round)));
    await measure('farm3d', '1 % given, ms of the call', () => viewer.setLiveState(some));
    await frame('1 % given, ms of the next frame');
    const readings = received(placements.map(({ id }, i) => readingsOf(id, i, round)));
    await measure('farm3d, readings of a kind', 'all change, ms of the call', () =>
      viewer.setLiveState(readings),
    );
    draw();
    drain();
    await measure(FLOOR, 'all change, ms of the call', () => {
      for (const mesh of meshes) {
        for (let i = 0; i < mesh.count; i++) mesh.setColorAt(i, colors[(i + round) % 2]!);
        mesh.instanceColor!.needsUpdate = true;
      }
    });
    const shuffled = received(mixed.map(({ id }, i) => stateOf(id, i, round + 1)));
    await measure('farm3d', 'all change, in another order than the last time, ms of the call', () =>
      viewer.setLiveState(shuffled),
    );
    draw();
    // The order of the next round is not new.
    viewer.setLiveState(all);
    draw();
    drain();
  }
  const last = received(placements.map(({ id }, i) => stateOf(id, i, rounds)));
  await timed(() => viewer.setLiveState(last));
  const shown = [...host.querySelectorAll('[role=treeitem]')].map(({ textContent }) => textContent ?? '');
  const expected = last
    .slice(0, shown.length)
    .map(({ id, online, alarm, value }) =>
      [id, alarm ? 'alarm' : online ? 'online' : 'offline', value as string].join(', '),
    );
  viewer.dispose();
  return { rows: [...rows.values()], shown, expected };
}
