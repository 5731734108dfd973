import type Mpegts from 'mpegts.js';

export interface StreamState {
  /** `lost`: it played until now and comes back by itself; `down`: there is none, and it is tried again as well. */
  readonly kind: 'waiting' | 'playing' | 'lost' | 'down' | 'unsupported';
  readonly error?: unknown;
}

/** An address was there, but no picture came from it. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  /** Where it was tried. */
  readonly origin: string;

  constructor(url: string) {
    super(`no picture from ${url}`);
    this.origin = new URL(url, location.href).origin;
  }
}

export interface StreamOptions {
  /** Before the first fetch of the address, milliseconds. */
  readonly delayMs: number;
  /** Where the stream is now; asked again for every try. */
  readonly address: (signal: AbortSignal) => Promise<string>;
  readonly onState: (state: StreamState) => void;
}

/** Between two tries, milliseconds: doubled each time up to the longest. */
const RETRY_MS = 1_000;
const RETRY_LONGEST_MS = 8_000;
/** A stream that shows nothing new for so long is tried anew, milliseconds. */
const STALL_MS = 15_000;

/** Plays a live stream in an element until told to stop. @returns the function that stops it and gives everything back. */
export function playStream(
  element: HTMLVideoElement,
  { delayMs, address, onState }: StreamOptions,
): () => void {
  const lifetime = new AbortController();
  let player: Mpegts.Player | undefined;
  let timer = setTimeout(() => void attempt(), delayMs);
  let wait = RETRY_MS;
  let isPlaying = false;
  /** Gives up the stream that is open, and tries anew. */
  let failed = (): void => undefined;

  const closePlayer = (): void => {
    const old = player;
    // First: what it still says is no longer heard.
    player = undefined;
    old?.destroy();
  };
  const retry = (error: unknown): void => {
    if (lifetime.signal.aborted) return;
    closePlayer();
    onState({ kind: isPlaying ? 'lost' : 'down', error });
    isPlaying = false;
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), wait);
    wait = Math.min(wait * 2, RETRY_LONGEST_MS);
  };

  const attempt = async (): Promise<void> => {
    try {
      // The library comes with the first picture.
      const { default: mpegts } = await import('mpegts.js');
      if (lifetime.signal.aborted) return;
      // What goes wrong is told on the screen.
      mpegts.LoggingControl.enableAll = false;
      if (!mpegts.isSupported()) {
        onState({ kind: 'unsupported' });
        return;
      }
      const url = await address(lifetime.signal);
      if (lifetime.signal.aborted) return;
      // Cameras whose header promises sound and sends none would never begin; none is played, so none is waited for.
      const source = { type: 'flv', isLive: true, hasAudio: false, url };
      const current = mpegts.createPlayer(source, {
        liveBufferLatencyChasing: true,
        // What is collected before it is shown is late: a small camera takes a second for it.
        enableStashBuffer: false,
        autoCleanupSourceBuffer: true,
      });
      player = current;
      failed = () => {
        if (player === current) retry(new StreamError(url));
      };
      current.on(mpegts.Events.ERROR, failed);
      current.on(mpegts.Events.LOADING_COMPLETE, failed);
      current.attachMediaElement(element);
      current.load();
      timer = setTimeout(failed, STALL_MS);
      await Promise.resolve(current.play()).catch(failed);
    } catch (error) {
      retry(error);
    }
  };

  const onPlaying = (): void => {
    clearTimeout(timer);
    isPlaying = true;
    wait = RETRY_MS;
    onState({ kind: 'playing' });
  };
  /** Nothing more to show: the network takes a breath, or that was all. */
  const onWaiting = (): void => {
    if (!player || !isPlaying) return;
    clearTimeout(timer);
    timer = setTimeout(() => failed(), STALL_MS);
  };
  element.addEventListener('playing', onPlaying);
  element.addEventListener('waiting', onWaiting);
  return () => {
    lifetime.abort();
    clearTimeout(timer);
    element.removeEventListener('playing', onPlaying);
    element.removeEventListener('waiting', onWaiting);
    closePlayer();
  };
}
