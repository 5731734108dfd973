// Second tier (soak): each way in which a right ends, while a stream runs
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Cast, prepare, type End } from './grants/cast.ts';
import { Listener } from './grants/listener.ts';
import { waitFor } from '../support/wait.ts';

/*
 * Time from the call that ends a right to the end of the live stream, while the device reports without a pause.
 * It is printed; tests/http/grant-table.test.ts asserts that nothing is sent afterwards.
 */

const ROUNDS = 10;
const ENDS: readonly End[] = [
  'claim',
  'share stopped',
  'demoted',
  'locked',
  'deleted',
  'key revoked',
  'scene deleted',
];

/** Times of the end of one right, milliseconds. */
interface Measured {
  /** From the call to its answer. */
  readonly call: number;
  /** From the answer to the end of the subscription; negative when it came first. */
  readonly end: number;
  /** From the answer to the last reading that the stream sent; negative when it came first. */
  readonly lastReading: number;
}

let cast: Cast;
const lines: string[] = [];
beforeAll(async () => {
  cast = await Cast.assemble();
});
afterAll(async () => {
  await cast?.server.stop();
  const head = ['', 'call', 'end after answer', 'last reading after answer', 'median / largest, ms'];
  console.log([head, ...lines.map((line) => line.split('|'))].map(inColumns).join('\n'));
});

const inColumns = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.padEnd(26))
    .join('')
    .trimEnd();

async function measure(end: End): Promise<Measured> {
  const scene = await prepare(cast, end);
  const { device, sceneId, holder } = scene;
  const listener = await Listener.open(cast.server.baseUrl, holder.token);
  await listener.follow('target', end === 'scene deleted' ? { scene: sceneId } : { devices: [device.id] });
  const reporting = new AbortController();
  const reports = (async () => {
    for (let n = 0; !reporting.signal.aborted; n += 1)
      await cast.report(device.accessToken, { soilMoisture20: n % 100 });
  })();
  await waitFor(() => listener.valuesOf(device.id).length > 2, { what: 'readings on the stream' });
  const began = performance.now();
  await scene.finish();
  const answered = performance.now();
  await waitFor(() => listener.closed || listener.lost('target'), { what: 'the subscription to end' });
  reporting.abort();
  await reports;
  const { frames, cameAt, closedAt } = listener;
  const lost = frames.findIndex(({ type, id }) => type === 'error' && id === 'target');
  const last = frames.findLastIndex(
    ({ type, items = [] }) => type === 'telemetry' && items.some(({ deviceId }) => deviceId === device.id),
  );
  listener.leave();
  return {
    call: answered - began,
    end: (cameAt[lost] ?? closedAt ?? Number.NaN) - answered,
    lastReading: (cameAt[last] ?? Number.NaN) - answered,
  };
}

function summary(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} / ${sorted.at(-1)?.toFixed(1)}`;
}

test.each(ENDS)('a live stream ends with its right: %s', async (end) => {
  const rounds: Measured[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await measure(end));
  expect(rounds).toHaveLength(ROUNDS);
  const columns = (['call', 'end', 'lastReading'] as const).map((of) =>
    summary(rounds.map((one) => one[of])),
  );
  lines.push([end, ...columns].join('|'));
});
