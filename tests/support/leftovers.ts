// What a test file leaves running in a process that the next file shares: timers, sockets, servers, workers, child
// processes, listeners on the process, and rejections that nobody handled.
import { createHook, executionAsyncId, type AsyncHook } from 'node:async_hooks';

/** Kinds of resources that go on by themselves, as Node names them. */
const WATCHED = new Set([
  'Timeout',
  'TCPWRAP',
  'TCPSERVERWRAP',
  'PIPEWRAP',
  'PIPESERVERWRAP',
  'UDPWRAP',
  'WORKER',
  'PROCESSWRAP',
  'FSEVENTWRAP',
  'STATWATCHER',
]);
/** Parts of Node that keep things for themselves. The timer of AbortSignal.timeout cannot be cancelled. */
const OF_NODE = /node:internal\/(?:deps\/undici|abort_controller|bootstrap)/;
/** The test runner; a client library that starts a timer when it is imported (node-cron of thingsboard_api); the check. */
const NOT_OF_A_FILE =
  /\/node_modules\/(?:\.pnpm\/)?(?:vitest|@vitest|vite|birpc|tinypool|node-cron)[@/+]|\/http-setup\.ts/;

interface Resource {
  readonly kind: string;
  /** Its stack becomes text only when it is asked for: hundreds of thousands of timers come and go. */
  readonly made: Error;
  /** What was open and made it, directly or not. */
  readonly by: Resource | undefined;
}

export interface Leftovers {
  /** What is there now and was not when the watch began, one text each. */
  list(): string[];
  /** Ends the watch. */
  end(): void;
}

/** Watches what comes from now on. */
export function watchLeftovers(): Leftovers {
  const open = new Map<number, Resource>();
  const rejections: string[] = [];
  const limit = Error.stackTraceLimit;
  const hook: AsyncHook = createHook({
    // Each promise would cost as much as all the rest.
    trackPromises: false,
    init(id, kind) {
      if (!WATCHED.has(kind)) return;
      Error.stackTraceLimit = 16;
      const made = new Error('made here');
      Error.stackTraceLimit = limit;
      const by = open.get(executionAsyncId());
      open.set(id, { kind, made, by: by?.by ?? by });
    },
    destroy: (id) => void open.delete(id),
  });
  const reject = (reason: unknown): void => void rejections.push(String((reason as Error)?.stack ?? reason));
  process.on('unhandledRejection', reject);
  const listenersBefore = listeners();
  hook.enable();
  return {
    list: () => [
      ...[...open.values()].flatMap(({ kind, made, by }) => {
        // Made by Node alone for something that is open: it belongs to whoever made that.
        const stack = [made, by?.made].map((error) => error?.stack ?? '').find(makerOf) ?? made.stack ?? '';
        const maker = makerOf(stack) ?? '';
        return OF_NODE.test(maker) || NOT_OF_A_FILE.test(maker) ? [] : [`${kind} ${ourFrames(stack)}`];
      }),
      ...[...listeners()]
        .filter(([name, count]) => count > (listenersBefore.get(name) ?? 0))
        .map(([name]) => `a listener of the process on ${String(name)}`),
      ...rejections.map((reason) => `a rejection that nobody handled: ${reason}`),
    ],
    end() {
      hook.disable();
      process.off('unhandledRejection', reject);
    },
  };
}

const listeners = (): Map<string | symbol, number> =>
  new Map(process.eventNames().map((name) => [name, process.listenerCount(name)]));

const framesOf = (stack: string): string[] =>
  stack.split('\n').filter((line) => /^\s+at /.test(line) && !/[/]leftovers\.ts/.test(line));

/** The innermost frame of a file, or of a part of Node that keeps things for itself; the callers above it do not count. */
const makerOf = (stack: string): string | undefined =>
  framesOf(stack).find(
    (frame) => OF_NODE.test(frame) || /(?:file:\/\/)?\/[^)]*:\d+:\d+/.test(frame.replace(/node:\S+/g, '')),
  );

/** The frames that say who made it. */
function ourFrames(stack: string): string {
  const frames = framesOf(stack);
  const ours = frames.filter((line) => !line.includes('node:') && !line.includes('/node_modules/'));
  return (ours.length > 0 ? ours : frames).slice(0, 6).join('\n');
}
