import { signal } from '@preact/signals-react';
import { ApiError, dataReports, files, NetworkError, workOrders } from '@farm3d/api';
import { problemText } from '../problem.ts';
import type { Services } from '../services.ts';
import { isKeptHere, keptKey, keptPath, newKey, outboxStore, type QueuedStep } from './outbox-store.ts';

/** Until the next try without an event of the network. */
const RETRY_MS = 20_000;
/** As long as the draft of a form. */
const FILES_KEPT_MS = 30 * 24 * 3_600_000;

/** Whether the same call may succeed later. */
const passes = (error: unknown): boolean =>
  error instanceof NetworkError ||
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === 401;

/** What a browser keeps for the server until it can be sent. */
function createOutbox({ clientOf, preferences, session }: Services) {
  const client = clientOf({ dataReports, files, workOrders });
  /** What waits to be sent, oldest first; without what another person left in this browser. */
  const queuedSteps = signal<readonly QueuedStep[]>([]);

  const ownerOf = (): string =>
    `${session.user.peek()?.userId ?? ''} ${session.user.peek()?.organisation.id ?? ''}`;

  async function show(): Promise<void> {
    const steps = await outboxStore.steps(ownerOf());
    queuedSteps.value = steps;
    preferences.write('outbox', steps.length === 0 ? null : '1');
  }

  /**
   * Keeps a file until its step is sent.
   * @param key of its upload: the server stores it once
   * @returns the path that the step names
   */
  async function keepFile(file: Blob, name: string, key: string = newKey()): Promise<string> {
    const path = keptPath(key);
    await outboxStore.putFile({ path, name, file, at: Date.now(), storedAs: null });
    return path;
  }

  /** The path of a file at the server; uploads it once. */
  async function storedPath(path: string): Promise<string> {
    if (!isKeptHere(path)) return path;
    const kept = await outboxStore.file(path);
    if (!kept) throw new ApiError({ status: 410, code: 410, msg: '', error: 'file_gone', call: 'outbox' });
    if (kept.storedAs !== null) return kept.storedAs;
    const stored = await client.files.upload(kept.file, kept.name, keptKey(path));
    await outboxStore.putFile({ ...kept, storedAs: stored.path });
    return stored.path;
  }

  async function storedPaths(paths: readonly string[]): Promise<string[]> {
    const stored: string[] = [];
    for (const path of paths) stored.push(await storedPath(path));
    return stored;
  }

  async function deliver(step: QueuedStep): Promise<void> {
    const { key, orderId, title, state, note, checklist, place, signature, report, at } = step;
    const photos = await storedPaths(step.photos);
    const materials = await storedPaths(step.materials);
    if (orderId === null) {
      const draft = { ...report, subject: title, content: note, observedAt: at, materials };
      await client.dataReports.create({ ...draft, requestKey: key });
      return;
    }
    const image = signature && (await storedPath(signature.image));
    await client.workOrders.update(orderId, {
      requestKey: key,
      note,
      photos,
      materials,
      place,
      ...(state && { state }),
      ...(checklist && { checklist: [...checklist] }),
      ...(signature && image !== undefined && { signature: { image, name: signature.name } }),
    });
  }

  /** Of the last flush: what the server refused, by the key of the step. */
  const refusals = new Map<string, unknown>();
  let running: Promise<void> = Promise.resolve();

  async function sendAll(): Promise<void> {
    for (const step of await outboxStore.steps(ownerOf())) {
      if (step.refusal !== null) continue;
      try {
        await deliver(step);
        await outboxStore.remove(step);
      } catch (error) {
        if (passes(error)) return;
        refusals.set(step.key, error);
        await outboxStore.putStep({ ...step, refusal: problemText(error) });
      }
    }
  }

  /** Another page of this browser does not send the same meanwhile: a photo would be uploaded twice. */
  const sendAlone = (): Promise<void> =>
    'locks' in navigator ? navigator.locks.request('farm3d-outbox', sendAll) : sendAll();

  /** Sends what waits, one after the other; without a connection it goes on waiting. */
  async function flush(): Promise<void> {
    // Behind a flush that goes on: what was added meanwhile may have come too late for it.
    running = running.then(sendAlone, sendAlone);
    try {
      await running;
    } finally {
      await show();
    }
  }

  /**
   * Sends a step, behind those that wait.
   * @returns what became of it; 'waiting': for the network
   * @throws what the server refused it with; it is forgotten then
   */
  async function sendStep(step: Omit<QueuedStep, 'owner' | 'at' | 'refusal'>): Promise<'sent' | 'waiting'> {
    const queued: QueuedStep = { ...step, owner: ownerOf(), at: Date.now(), refusal: null };
    const isKept = await outboxStore.putStep(queued).then(
      () => true,
      () => false,
    );
    // A browser that keeps nothing: only with a connection.
    if (!isKept) {
      await deliver(queued);
      return 'sent';
    }
    await flush();
    const refusal = refusals.get(queued.key);
    if (refusal !== undefined) {
      refusals.delete(queued.key);
      // The form still holds what was typed, and the files with it.
      await outboxStore.remove({ ...queued, photos: [], materials: [] });
      await show();
      throw refusal;
    }
    const isWaiting = queuedSteps.peek().some(({ key }) => key === queued.key);
    if (isWaiting) follow();
    return isWaiting ? 'waiting' : 'sent';
  }

  /** Sends a refused step again, as it is. */
  async function retryStep(step: QueuedStep): Promise<void> {
    await outboxStore.putStep({ ...step, refusal: null });
    await flush();
  }

  async function forgetStep(step: QueuedStep): Promise<void> {
    await outboxStore.remove(step);
    await show();
  }

  let isFollowed = false;

  /** Sends what waits whenever the network may be there, as long as the page is open. */
  function follow(): void {
    const send = (): void => void flush().catch(() => {});
    send();
    if (isFollowed) return;
    isFollowed = true;
    setInterval(() => {
      if (queuedSteps.peek().some(({ refusal }) => refusal === null)) send();
    }, RETRY_MS);
    addEventListener('online', send);
    void outboxStore.removeOldFiles(Date.now() - FILES_KEPT_MS).catch(() => {});
  }
  return { queuedSteps, keepFile, sendStep, retryStep, forgetStep, follow };
}

const made = new WeakMap<Services, ReturnType<typeof createOutbox>>();

/** The outbox of a page: one, however many models use it. */
export function outboxOf(services: Services): ReturnType<typeof createOutbox> {
  const known = made.get(services) ?? createOutbox(services);
  made.set(services, known);
  return known;
}
