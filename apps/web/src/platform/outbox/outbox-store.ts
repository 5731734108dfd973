import type { DataReportDraft, StepPlace, WorkOrderState } from '@farm3d/api';

/** What somebody did to a work order, or reported, until the server has it. */
export interface QueuedStep {
  /** Made up here: the server takes a step with the same one once. */
  readonly key: string;
  /** The person in the organisation: nobody else sends it. */
  readonly owner: string;
  /** Null: a data report, whose subject is the title and whose content is the note. */
  readonly orderId: string | null;
  readonly title: string;
  /** What else the report says. */
  readonly report?: Pick<DataReportDraft, 'value' | 'unit' | 'deviceId'>;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state?: WorkOrderState;
  readonly note: string;
  readonly checklist?: readonly { readonly text: string; readonly done: boolean }[];
  /** Paths of uploaded files, or of those that are kept here. */
  readonly photos: readonly string[];
  readonly materials: readonly string[];
  readonly signature?: { readonly image: string; readonly name: string };
  readonly place: StepPlace | null;
  /** What the server said when it refused it; null: it waits. */
  readonly refusal: string | null;
}

/** A file that waits for the network. */
export interface KeptFile {
  /** See {@link isKeptHere}. */
  readonly path: string;
  readonly name: string;
  readonly file: Blob;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where the server keeps it; null: it does not have it yet. */
  readonly storedAs: string | null;
}

const DATABASE = 'farm3d-outbox';
const PREFIX = 'local:';

/** Whether a path names a file that is kept in this browser. */
export const isKeptHere = (path: string): boolean => path.startsWith(PREFIX);
export const keptPath = (key: string): string => `${PREFIX}${key}`;
/** The key of the upload of a file that is kept here. */
export const keptKey = (path: string): string => path.slice(PREFIX.length);

/** A random UUID; `crypto.randomUUID` is there over TLS only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser does not keep it'));
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('steps', { keyPath: 'key' });
    request.result.createObjectStore('files', { keyPath: 'path' });
  };
  return done(request);
}

/** Resolves when the work is on the disk. */
async function inTransaction<T>(
  work: (of: (name: 'steps' | 'files') => IDBObjectStore) => T,
): Promise<Awaited<T>> {
  opened ??= open();
  const transaction = (await opened).transaction(['steps', 'files'], 'readwrite', { durability: 'strict' });
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser does not keep it'));
  });
  const result = await work((name) => transaction.objectStore(name));
  await finished;
  return result;
}

/** Steps and files on their way to the server, in this browser. */
export const outboxStore = {
  /** Oldest first. */
  steps: async (owner: string): Promise<QueuedStep[]> => {
    const all = await inTransaction((of) => done(of('steps').getAll() as IDBRequest<QueuedStep[]>));
    return all.filter((step) => step.owner === owner).toSorted((a, b) => a.at - b.at);
  },
  putStep: (step: QueuedStep): Promise<unknown> => inTransaction((of) => done(of('steps').put(step))),
  file: (path: string): Promise<KeptFile | undefined> =>
    inTransaction((of) => done(of('files').get(path) as IDBRequest<KeptFile | undefined>)),
  putFile: (file: KeptFile): Promise<unknown> => inTransaction((of) => done(of('files').put(file))),
  /** Files of forms that were never sent. @param before epoch milliseconds */
  removeOldFiles: async (before: number): Promise<void> => {
    await inTransaction(async (of) => {
      const all = (await done(of('files').getAll() as IDBRequest<KeptFile[]>)).filter(
        ({ at }) => at < before,
      );
      for (const { path } of all) of('files').delete(path);
    });
  },
  /** A step and its files: the server has them, or nobody wants them any more. */
  remove: ({ key, photos, materials, signature }: QueuedStep): Promise<unknown> =>
    inTransaction((of) => {
      for (const path of [...photos, ...materials, signature?.image ?? ''])
        if (isKeptHere(path)) of('files').delete(path);
      return done(of('steps').delete(key));
    }),
};
