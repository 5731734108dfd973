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
