import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PAGE = 'http://farm.test';
const DEVICES = `${PAGE}/api/devices?page=1`;

/** Storage of the browser, as far as it is used. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  return {
    all,
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return {
        match: async (address: string) => kept.get(address)?.clone(),
        put: async (address: string, answer: Response) => void kept.set(address, answer),
        delete: async (address: string | { url: string }) =>
          kept.delete(typeof address === 'string' ? address : address.url),
        keys: async () => [...kept.keys()].map((url) => ({ url })),
      };
    },
    delete: async (name: string) => all.delete(name),
  };
}

let storage: ReturnType<typeof fakeCaches>;
const answers = vi.fn<() => Promise<Response>>();
const lost = (): Promise<Response> => Promise.reject(new TypeError('no network'));

async function load() {
  vi.resetModules();
  return import('./last-known.ts');
}
const keptAddresses = (): string[] => [...storage.all.values()].flatMap((kept) => [...kept.keys()]);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-01T08:00:00Z'), toFake: ['Date'] });
  storage = fakeCaches();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('location', { href: `${PAGE}/app` });
  vi.stubGlobal('fetch', answers);
  answers.mockReset().mockImplementation(async () => new Response('[1]'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after a start without a network a call is answered with the last answer, whose time is told', async () => {
  const page = await load();
  const asked = Date.now();
  await page.fetchOrLastKnown(DEVICES);
  await vi.waitFor(() => expect(keptAddresses()).toEqual([DEVICES]));
  answers.mockImplementation(lost);
  await expect(page.fetchOrLastKnown(DEVICES)).rejects.toThrow('no network');

  page.isStartedOffline.value = true;
  vi.setSystemTime('2026-06-02T08:00:00Z');
  expect(await (await page.fetchOrLastKnown(DEVICES)).text()).toBe('[1]');
  // `vi.waitFor` moved the time on a little.
  expect(Math.abs((page.oldestShown.value ?? 0) - asked)).toBeLessThan(1000);
  await expect(page.fetchOrLastKnown(`${PAGE}/api/devices?page=2`)).rejects.toThrow('no network');
});

test('an answer of more than a week ago is not shown', async () => {
  const page = await load();
  await page.fetchOrLastKnown(DEVICES);
  await vi.waitFor(() => expect(keptAddresses()).toEqual([DEVICES]));
  answers.mockImplementation(lost);
  page.isStartedOffline.value = true;
  vi.setSystemTime('2026-06-08T08:01:00Z');
  await expect(page.fetchOrLastKnown(DEVICES)).rejects.toThrow('no network');
});

test('neither calls that act or hold secrets are kept, nor changes, refusals and people', async () => {
  const page = await load();
  for (const path of [
    '/api/linkages/1/run',
    '/exterior/relay/control',
    '/api/devices/1/sim',
    '/api/devices/export',
    '/api/linkages/webhook-key',
    '/system/user/list',
    '/auth/refresh',
  ])
    await page.fetchOrLastKnown(PAGE + path);
  await page.fetchOrLastKnown(DEVICES, { method: 'POST' });
  answers.mockImplementation(async () => new Response('no', { status: 403 }));
  await page.fetchOrLastKnown(DEVICES);
  answers.mockImplementation(async () => new Response('[1]'));
  await page.fetchOrLastKnown(`${PAGE}/group/list`);
  await vi.waitFor(() => expect(keptAddresses()).toEqual([`${PAGE}/group/list`]));
});

test('an answer that was on its way when everything was forgotten is not kept', async () => {
  const page = await load();
  let arrive: (answer: Response) => void = () => {};
  answers.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const late = page.fetchOrLastKnown(DEVICES);
  page.forgetLastKnown();
  arrive(new Response('[2]'));
  await late;
  // One that was asked for afterwards is.
  await page.fetchOrLastKnown(`${PAGE}/group/list`);
  await vi.waitFor(() => expect(keptAddresses()).toEqual([`${PAGE}/group/list`]));
});

test('what is kept is forgotten', async () => {
  const page = await load();
  await page.fetchOrLastKnown(DEVICES);
  await vi.waitFor(() => expect(keptAddresses()).toEqual([DEVICES]));
  page.forgetLastKnown();
  await vi.waitFor(() => expect(keptAddresses()).toEqual([]));
});
