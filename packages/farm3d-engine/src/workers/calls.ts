import { FarmError } from '../core/errors.ts';

/** What a worker answers to, by name: values that can be cloned go in and out. */
type Calls = { readonly [Name in string]: (...given: never[]) => unknown };

interface CallMessage {
  readonly type: 'farm3d-call';
  readonly id: number;
  readonly name: string;
  readonly given: readonly never[];
}

interface AnswerMessage {
  readonly type: 'farm3d-answer';
  readonly id: number;
  readonly value?: unknown;
  /** Present: the call failed, and why. */
  readonly fault?: string;
}

/** What of an answer is handed over instead of copied. */
const moved = new WeakMap<object, Transferable[]>();

/** In a worker: an answer whose buffers and pictures the worker gives away. */
export function handingOver<T extends object>(value: T, transfer: Iterable<Transferable>): T {
  moved.set(value, [...transfer]);
  return value;
}

/** In a worker: answers the page's calls from now on. */
export function answerCalls(api: object): void {
  addEventListener('message', (event: MessageEvent<Partial<CallMessage> | null>) => {
    const message = event.data;
    if (message?.type === 'farm3d-call') void answer(api as Calls, message as CallMessage);
  });
}

async function answer(api: Calls, { id, name, given }: CallMessage): Promise<void> {
  try {
    const value = await api[name]!(...given);
    const transfer = typeof value === 'object' && value !== null ? moved.get(value) : undefined;
    postMessage({ type: 'farm3d-answer', id, value } satisfies AnswerMessage, { transfer: transfer ?? [] });
  } catch (error) {
    postMessage({ type: 'farm3d-answer', id, fault: String(error) } satisfies AnswerMessage);
  }
}

type Answer<Call> = Call extends (...given: never[]) => infer Value ? Awaited<Value> : never;

/**
 * On the page: calls what a worker answers to. One listener for all calls that are under way; Comlink has one for each, and
 * with a hundred models at once every answer went through all of them.
 */
export class WorkerCalls<Api extends object> {
  readonly #worker: Worker;
  readonly #open = new Map<number, PromiseWithResolvers<never>>();
  #nextId = 1;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', (event: MessageEvent<Partial<AnswerMessage> | null>) => {
      const message = event.data;
      if (message?.type !== 'farm3d-answer') return;
      const call = this.#open.get(message.id!);
      this.#open.delete(message.id!);
      if (message.fault === undefined) call?.resolve(message.value as never);
      else call?.reject(new FarmError('worker-failed', { reason: message.fault }));
    });
  }

  /**
   * Stays open for ever when the worker dies: whoever calls races it with the worker's death.
   * @param transfer what of `given` is handed over instead of copied
   * @throws FarmError `worker-failed`: the call threw in the worker
   */
  call<Name extends keyof Api & string>(
    name: Name,
    given: Api[Name] extends (...given: infer Given) => unknown ? Given : never,
    transfer: Transferable[] = [],
  ): Promise<Answer<Api[Name]>> {
    const id = this.#nextId++;
    const settle = Promise.withResolvers<never>();
    this.#open.set(id, settle);
    const message: CallMessage = { type: 'farm3d-call', id, name, given: given as never };
    this.#worker.postMessage(message, transfer);
    return settle.promise;
  }
}
