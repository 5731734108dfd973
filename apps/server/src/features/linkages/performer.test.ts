import type { LinkageAction } from '@farm3d/api';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServerEvents } from '../../platform/events.ts';
import { createLogger } from '../../platform/logger.ts';
import type { DeviceRpc } from '../commands/device-rpc.ts';
import type { ActionResult } from './actions.ts';
import { LinkagePerformer } from './performer.ts';
import type { LinkageRow } from './runs.ts';
import type { ResumedRun } from './waiting-runs.ts';

const START = Date.UTC(2026, 0, 5);
/** The engine looks for runs that have waited this often. */
const SWEEP_MS = 500;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const notice = (title: string): LinkageAction => ({ type: 'notice', title, content: '' });
const linkageOf = (actions: readonly LinkageAction[]): LinkageRow => ({
  id: 'l',
  organisationId: 'o',
  enabled: true,
  version: 1,
  holding: false,
  nextRunAt: null,
  definition: { triggers: [{ type: 'manual' }], condition: null, once: null, actions },
});

/** A database that survives the performers that use it. */
class Records {
  /** What was done, and when. */
  readonly done: { title: string; at: number }[] = [];
  ended: readonly ActionResult[] | null = null;
  #waiting: { run: ResumedRun; resumeAt: number } | null = null;
  readonly #linkage: LinkageRow;

  constructor(linkage: LinkageRow) {
    this.#linkage = linkage;
  }

  /** A performer as of a server that has just started. */
  performer(): LinkagePerformer {
    const log = createLogger('silent');
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (text.includes('insert into article')) this.done.push({ title: String(values[1]), at: Date.now() });
      return { rows: [{ id: 'n' }], rowCount: 1 };
    };
    return new LinkagePerformer(
      {
        endRun: async (_, results) => {
          this.ended = results;
          return 'successful';
        },
      },
      {
        pause: async (id, { results, next, resumeAt }) => {
          const run = { id, userId: null, depth: 0, results, next, linkage: this.#linkage };
          this.#waiting = { run, resumeAt };
          return 'waiting';
        },
        take: async (now) => {
          if (!this.#waiting || this.#waiting.resumeAt > now) return [];
          const { run } = this.#waiting;
          this.#waiting = null;
          return [run];
        },
        cancel: async () => undefined,
      },
      {
        pool: { query } as unknown as Pool,
        rpc: {} as DeviceRpc,
        events: new ServerEvents(log),
        log,
        automations: { isOff: async () => false },
        outgoing: { fetch: () => Promise.reject(new Error('no webhook')) },
        runLinkage: async () => 'missing',
      },
    );
  }
}

const actionsArbitrary: fc.Arbitrary<LinkageAction[]> = fc
  .array(
    fc.oneof(
      fc.constant('notice' as const),
      fc.integer({ min: 1, max: 20 }).map((n) => n * SWEEP_MS * 2),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) =>
    list.map((one, at): LinkageAction => (one === 'notice' ? notice(`n${at}`) : { type: 'wait', ms: one })),
  );

it('each action follows its waits, once and in order, also when the server restarts while it waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      actionsArbitrary,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      async (actions, restarts) => {
        vi.setSystemTime(START);
        const linkage = linkageOf(actions);
        const records = new Records(linkage);
        let performer = records.performer();
        await performer.perform(linkage, { id: 'r', userId: null, depth: 0 });
        for (let sweep = 1; records.ended === null && sweep < 1_000; sweep += 1) {
          if (restarts[sweep % restarts.length]) performer = records.performer();
          vi.setSystemTime(START + sweep * SWEEP_MS);
          for (const goOn of await performer.resume(Date.now())) await goOn();
        }
        let at = START;
        const expected = actions.flatMap((action) => {
          if (action.type === 'wait') at += action.ms;
          return action.type === 'notice' ? [{ title: action.title, at }] : [];
        });
        expect(records.done).toEqual(expected);
        // The log has each step.
        expect(records.ended?.map(({ type }) => type)).toEqual(actions.map(({ type }) => type));
      },
    ),
    { numRuns: 300 },
  );
});

/** A performer whose runs and waits are written down. */
function observed(outcome: 'waiting' | 'cancelled' = 'waiting', taken: readonly ResumedRun[] = []) {
  const calls: unknown[] = [];
  const log = createLogger('silent');
  const performer = new LinkagePerformer(
    {
      endRun: async (...call) => {
        calls.push(['end', ...call]);
        return 'failed';
      },
    },
    {
      pause: async (...call) => {
        calls.push(['pause', ...call]);
        return outcome;
      },
      take: async (now) => {
        calls.push(['take', now]);
        return [...taken];
      },
      cancel: async () => void calls.push(['cancel']),
    },
    {
      pool: { query: async () => ({ rows: [{ id: 'd', key: 1 }], rowCount: 1 }) } as unknown as Pool,
      rpc: {
        send: async (_: unknown, { userId, runId }: { userId?: string; runId?: string }) => {
          calls.push(['send', runId, userId]);
          return null;
        },
      } as unknown as DeviceRpc,
      events: new ServerEvents(log),
      log,
      automations: { isOff: async (organisationId) => organisationId !== 'o' },
      outgoing: { fetch: () => Promise.reject(new Error('no webhook')) },
      runLinkage: async (...call) => {
        calls.push(['run', ...call]);
        return { state: 'successful' };
      },
    },
  );
  return { calls, performer };
}

const command: LinkageAction = { type: 'command', deviceId: 'd', method: 'open', params: {} };
const other: LinkageAction = { type: 'linkage', linkageId: 'm' };

it('actions are those of the run, its user and how deep it is; it ends as they did', async () => {
  const { calls, performer } = observed();
  const outcome = await performer.perform(linkageOf([command, other]), {
    id: 'r',
    userId: 'mei',
    depth: 2,
  });
  expect(outcome).toBe('failed');
  const done = { state: 'successful', at: START, tookMs: 0 };
  expect(calls).toEqual([
    ['send', 'r', 'mei'],
    ['run', 'o', 'm', 3],
    [
      'end',
      'r',
      [
        { ...done, type: 'command', detail: 'null' },
        { ...done, type: 'linkage', detail: 'successful' },
      ],
    ],
  ]);
});

it('a wait is stored with what was done, what is next, its end, and the version that it belongs to', async () => {
  const { calls, performer } = observed('cancelled');
  const linkage = { ...linkageOf([notice('a'), { type: 'wait', ms: 5_000 }, notice('b')]), version: 7 };
  expect(await performer.perform(linkage, { id: 'r', userId: null, depth: 0 })).toBe('cancelled');
  const done = { type: 'notice', state: 'successful', detail: 'd', at: START, tookMs: 0 };
  expect(calls).toEqual([['pause', 'r', { results: [done], next: 2, resumeAt: START + 5_000, version: 7 }]]);
});

it('a run that goes on has its wait in the log, as long as it was', async () => {
  const before: ActionResult = { type: 'notice', state: 'failed', detail: 'x', at: 1, tookMs: 2 };
  const linkage = linkageOf([notice('a'), { type: 'wait', ms: 5_000 }, command]);
  const run = { id: 'r', userId: 'mei', depth: 1, results: [before], next: 2, linkage };
  const { calls, performer } = observed('waiting', [run, { ...run, id: 's', next: 1 }]);
  const [first, second] = await performer.resume(START + 9);
  expect(calls).toEqual([['take', START + 9]]);
  await first?.();
  expect(calls.slice(1)).toEqual([
    ['send', 'r', 'mei'],
    [
      'end',
      'r',
      [
        before,
        { type: 'wait', state: 'successful', detail: '', at: START - 5_000, tookMs: 5_000 },
        { type: 'command', state: 'successful', detail: 'null', at: START, tookMs: 0 },
      ],
    ],
  ]);
  // Of an action that is no wait nothing is known of how long.
  await second?.();
  expect(calls.at(-1)).toMatchObject([
    'pause',
    's',
    { results: [before, { type: 'wait', at: START, tookMs: 0 }], next: 2 },
  ]);
});

it('waits are cancelled where they are stored', async () => {
  const { calls, performer } = observed();
  await performer.cancel();
  expect(calls).toEqual([['cancel']]);
});
