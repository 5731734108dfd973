import { makeKinds, partsOf, place, toModel } from './kinds.ts';
import { pickRound, type PickRound } from './pick.ts';
import { HEIGHT, SUBJECTS, type Subject, WIDTH } from './subjects.ts';
import { stateRows, type StateResult } from './state.ts';
import { viewerSubject } from './viewer-subject.ts';

/** Measurements of one way of drawing. */
export interface DeviceRow {
  readonly subject: string;
  /** JavaScript for one frame, milliseconds, each frame measured. */
  readonly still: number[];
  readonly orbit: number[];
  readonly draws: number;
  readonly triangles: number;
  /**
   * Share of pixels that differ from one Mesh per device (where it is left out, from instances that are not culled); null for
   * the whole viewer, which draws a sky as well.
   */
  readonly differing: number | null;
}

/** What is drawn, and how often. */
export interface DeviceRun {
  readonly count: number;
  readonly rounds: number;
  readonly frames: number;
  /** Of each kind. */
  readonly parts: 1 | 3;
  /** Ways that are left out: they would take minutes. */
  readonly without: readonly string[];
}

declare global {
  interface Window {
    benchDevices: (run: DeviceRun) => Promise<DeviceRow[]>;
    benchPick: (count: number, rounds: number) => Promise<PickRound>;
    benchState: (count: number, rounds: number) => Promise<StateResult>;
  }
}

export const WHOLE = 'farm3d, a whole viewer';
const REFERENCE = 'three, one Mesh each';
const FLOOR = 'three InstancedMesh, no culling';
const STEP = 0.004;
/** Of the compared pictures, in short runs as in long ones. None ends there, so each culls again. */
const PICTURE_ANGLE = 9.204;
const host = document.querySelector<HTMLElement>('#view')!;
host.style.cssText = `width:${WIDTH}px;height:${HEIGHT}px`;

window.benchDevices = async ({ count, rounds, frames, parts, without }) => {
  const placements = place(count);
  const geometries = makeKinds(0);
  const kinds = partsOf(geometries, parts);
  const models = await Promise.all(kinds.map((kind, i) => toModel(kind, `kind-${i}`)));
  const subjects: [string, Subject][] = [];
  if (!without.includes(WHOLE)) subjects.push([WHOLE, await viewerSubject(host, placements, geometries)]);
  for (const [name, make] of Object.entries(SUBJECTS))
    if (!without.includes(name)) subjects.push([name, make(placements, kinds, models)]);
  const rows = new Map(subjects.map(([name]) => [name, { still: [] as number[], orbit: [] as number[] }]));
  let angle = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const [name, subject] of subjects) {
      for (const phase of ['still', 'orbit'] as const) {
        // With one Mesh per device a frame takes a quarter of a second: fewer frames are enough.
        const frameCount = name === REFERENCE ? Math.ceil(frames / 8) : frames;
        for (let i = -1; i < frameCount; i++) {
          if (phase === 'orbit') angle += STEP;
          const start = performance.now();
          subject.frame(angle);
          const spent = performance.now() - start;
          subject.drain();
          // The first round and the first frame of each phase warm up.
          if (round > 0 && i >= 0) rows.get(name)![phase].push(spent);
        }
      }
    }
  }
  const reference = new Map(subjects).get(without.includes(REFERENCE) ? FLOOR : REFERENCE)!;
  reference.frame(PICTURE_ANGLE);
  const expected = reference.pixels().slice();
  const result = subjects.map(([subject, way]) => {
    way.exact?.();
    way.frame(PICTURE_ANGLE);
    const { draws, triangles } = way;
    const pixels = way.pixels();
    let differing = 0;
    for (let i = 0; i < expected.length; i += 4) {
      const far = [0, 1, 2].some((c) => Math.abs(pixels[i + c]! - expected[i + c]!) > 8);
      if (far) differing++;
    }
    return {
      subject,
      ...rows.get(subject)!,
      draws,
      triangles,
      differing: subject === WHOLE ? null : differing / (expected.length / 4),
    };
  });
  for (const [, subject] of subjects) subject.dispose();
  return result;
};

window.benchPick = async (count, rounds) => {
  const placements = place(count);
  const kinds = makeKinds(4);
  const models = await Promise.all(partsOf(kinds, 1).map((parts, i) => toModel(parts, `kind-${i}`)));
  return pickRound(placements, kinds, models, rounds);
};

window.benchState = (count, rounds) =>
  // Ids as long as usual: an engine may keep texts of a few letters once for all.
  stateRows(
    host,
    place(count).map((one, i) => ({ ...one, id: `greenhouse-device-${i}` })),
    makeKinds(0),
    rounds,
  );
