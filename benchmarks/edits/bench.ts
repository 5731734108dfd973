// 1,000 edits of a scene, all undone: SceneDocument, immer patches, and a copy of the whole scene per step.
// npm run bench -- edits [--json FILE] [--rounds N] [--count N]
import { isDeepStrictEqual } from 'node:util';
import { encodeSceneDevice } from '../../packages/api/src/index.ts';
import {
  SceneDocument,
  type EquipmentRecord,
  type SceneLayout,
  type Transform,
} from '../../packages/farm3d-engine/src/index.ts';
import {
  addEquipment,
  removeEquipment,
  setTransform,
} from '../../packages/farm3d-engine/src/editor/index.ts';
import { benchOptions, finish, median } from '../result.ts';

/** The part of immer that is used; it is installed only for this benchmark. */
interface Immer {
  enablePatches(): void;
  produceWithPatches<T>(base: T, recipe: (draft: T) => void): [next: T, patches: unknown[], back: unknown[]];
  applyPatches<T>(base: T, patches: unknown[]): T;
}
const immer = (await import(
  new URL('peers/node_modules/immer/dist/immer.production.mjs', import.meta.url).href
)) as Immer;

const EDITS = 1_000;
const { values } = benchOptions({ rounds: '7', count: '10000' });
const count = Number(values.count);

type Edit =
  | { readonly kind: 'move'; readonly id: string; readonly to: Transform }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'add'; readonly record: EquipmentRecord };

/** Operations that every subject implements. */
interface Subject {
  readonly name: string;
  start(layout: SceneLayout): {
    edit(edit: Edit): void;
    /** @returns false when there is nothing left to undo */
    undo(): boolean;
    layout(): SceneLayout;
  };
}

const at = (n: number): Transform => ({
  position: { x: (n % 100) + 0.25, y: 0.03, z: Math.floor(n / 100) },
  rotation: { x: 0, y: (n % 63) / 10, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
});
const record = (n: number): EquipmentRecord => ({
  id: `device-${n}`,
  parentId: null,
  ...at(n),
  extra: { vendor: { tags: [n, 'kept'] } },
});
const layout: SceneLayout = {
  camera: { position: { x: 12, y: 9, z: 20 }, target: { x: 0, y: 1, z: 0 } },
  equipment: Array.from({ length: count }, (_, n) => record(n)),
  childScenes: [],
  extra: { vendor: 'kept' },
};
/** Six moves, then one removal; every second removed device is replaced by a new one. */
const edits: Edit[] = Array.from({ length: EDITS }, (_, n): Edit => {
  if (n % 14 === 13) return { kind: 'add', record: record(count + n) };
  if (n % 7 === 6) return { kind: 'remove', id: `device-${n}` };
  return { kind: 'move', id: `device-${EDITS + ((n * 7) % (count - EDITS))}`, to: at(n + 0.5) };
});

const OURS = 'farm3d SceneDocument';
const PATCHES = 'immer patches';
const COPIES = 'a copy for each step';

const ours: Subject = {
  name: OURS,
  start(given) {
    const document = SceneDocument.fromLayout(given);
    return {
      edit(edit) {
        if (edit.kind === 'move') document.execute(setTransform(edit.id, edit.to));
        else if (edit.kind === 'remove') document.execute(removeEquipment(edit.id));
        else document.execute(addEquipment(edit.record));
      },
      undo: () => document.undo(),
      layout: () => document.toLayout(),
    };
  },
};

/** Indexed by id, the usual optimisation. */
function apply(equipment: Record<string, EquipmentRecord>, edit: Edit): void {
  if (edit.kind === 'move') Object.assign(equipment[edit.id]!, structuredClone(edit.to));
  else if (edit.kind === 'remove') delete equipment[edit.id];
  else equipment[edit.record.id] = structuredClone(edit.record);
}
const byId = (given: SceneLayout) =>
  Object.fromEntries(structuredClone(given.equipment).map((one) => [one.id, one]));

const patches: Subject = {
  name: PATCHES,
  start(given) {
    immer.enablePatches();
    let now = byId(given);
    const steps: unknown[][] = [];
    return {
      edit(edit) {
        const [next, , back] = immer.produceWithPatches(now, (draft) => apply(draft, edit));
        now = next;
        steps.push(back);
      },
      undo() {
        const back = steps.pop();
        if (back) now = immer.applyPatches(now, back);
        return back !== undefined;
      },
      layout: () => ({ ...given, equipment: structuredClone(Object.values(now)) }),
    };
  },
};

const copies: Subject = {
  name: COPIES,
  start(given) {
    const equipment = byId(given);
    let now = equipment;
    const steps: (typeof equipment)[] = [];
    return {
      edit(edit) {
        steps.push(now);
        now = structuredClone(now);
        apply(now, edit);
      },
      undo() {
        const before = steps.pop();
        if (before) now = before;
        return before !== undefined;
      },
      layout: () => ({ ...given, equipment: Object.values(now) }),
    };
  },
};

/** Order is ignored: an object indexed by id loses the position of a restored entry. */
const sorted = (given: SceneLayout) => ({
  ...given,
  equipment: given.equipment.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});
const ms = (act: () => void) => {
  const { user, system } = process.cpuUsage();
  act();
  const used = process.cpuUsage();
  return (used.user + used.system - user - system) / 1_000;
};

const figures: Record<string, { edit: number[]; undo: number[] }> = {};
const ends: Record<string, SceneLayout> = {};
const undone: Record<string, { steps: number; layout: SceneLayout }> = {};
/** Copies of ten thousand devices are slow: slow subjects have fewer rounds. */
for (const [subject, rounds] of [
  [ours, Number(values.rounds)],
  [patches, Number(values.rounds)],
  [copies, 1],
] as const) {
  const { name } = subject;
  figures[name] = { edit: [], undo: [] };
  for (let round = 0; round < rounds; round++) {
    const life = subject.start(layout);
    // A thousand whole copies of this scene do not fit into memory: only a tenth of the edits is run.
    const part = subject === copies ? edits.slice(0, EDITS / 10) : edits;
    const scale = EDITS / part.length;
    figures[name].edit.push(ms(() => part.forEach((edit) => life.edit(edit))) * scale);
    ends[name] = sorted(life.layout());
    let steps = 0;
    figures[name].undo.push(
      ms(() => {
        while (life.undo()) steps++;
      }) * scale,
    );
    undone[name] = { steps, layout: life.layout() };
  }
}

const text = (given: SceneLayout) => encodeSceneDevice(given);
const start = text(layout);
const cost = (name: string) => median(figures[name]!.edit) + median(figures[name]!.undo);

finish('edits', values.json, {
  rows: Object.entries(figures).flatMap(([subject, { edit, undo }]) => [
    { subject, metric: `ms for ${EDITS} edits of ${count} devices`, samples: edit },
    { subject, metric: `ms to undo ${EDITS}`, samples: undo },
  ]),
  ratios: [
    { what: `${PATCHES} / ours`, ratio: cost(PATCHES) / cost(OURS), least: 1 },
    { what: `${COPIES} / ours`, ratio: cost(COPIES) / cost(OURS), least: 10 },
  ],
  checks: [
    { what: `ours: ${undone[OURS]!.steps} steps undone`, ok: undone[OURS]!.steps === EDITS },
    { what: 'ours: undone it is the start, byte for byte', ok: text(undone[OURS]!.layout) === start },
    { what: 'the edits have changed something', ok: text(ends[OURS]!) !== text(sorted(layout)) },
    {
      what: 'the same scene after the edits: ours and patches',
      ok: isDeepStrictEqual(ends[OURS], ends[PATCHES]),
    },
    {
      what: 'undone, patches are at the start but for the order of the list',
      ok: isDeepStrictEqual(sorted(undone[PATCHES]!.layout), sorted(layout)),
    },
    {
      what: 'undone, the copies are at the start',
      ok: isDeepStrictEqual(sorted(undone[COPIES]!.layout), sorted(layout)),
    },
  ],
});
