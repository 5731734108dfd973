import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RESOURCES, type CallName } from '@farm3d/api';
import { declaredCalls } from '../support/declared-calls.ts';
import { JOURNEYS, type Journey } from '../support/journeys.ts';

// Every call of the specification has its place in a page: a journey makes it (`tests/support/journeys.ts`).

/** Their journeys compare all of their calls with the record themselves: alarm-journey, linkage-journey, work-orders, users and shares. */
const OF_OTHER_PAGES = new Set<keyof typeof RESOURCES>([
  'alarms',
  'alarmSettings',
  'linkages',
  'workOrders',
  'users',
  'sharing',
]);

const journeys = Object.keys(JOURNEYS) as Journey[];

test('every call of the specification is made by a page in a journey', () => {
  const nouns = (Object.keys(RESOURCES) as (keyof typeof RESOURCES)[]).filter(
    (noun) => !OF_OTHER_PAGES.has(noun),
  );
  const seen = new Set<CallName>(journeys.flatMap((journey) => [...JOURNEYS[journey]]));
  expect(declaredCalls(nouns, 'specification').filter((call) => !seen.has(call))).toEqual([]);
});

test('every journey waits for its calls', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(import.meta.dirname, name), 'utf8')] as const),
  );
  const waiting = texts.flatMap(([name, text]) =>
    [...text.matchAll(/\.shows\('([^']+)'\)/g)].map(([, journey = '']) => `${journey} in ${name}`),
  );
  expect(waiting.toSorted()).toEqual(
    journeys.map((journey) => `${journey} in ${journey.split('/')[0]}.test.ts`).toSorted(),
  );
});
