import type Mpegts from 'mpegts.js';

export interface StreamState {
  /** `lost`: it was playing and reconnects; `down`: it could not be played, and is retried too. */
  readonly kind: 'waiting' | 'playing' | 'lost' | 'down' | 'unsupported';
  readonly error?: unknown;
}

/** A URL was known, but the stream could not be played. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  /** Origin of the URL. */
  readonly origin: string;

  constructor(url: string) {
    super(`no picture from ${url}`);
    this.origin = new URL(url, location.href).origin;
  }
}

export interface StreamOptions {
  /** Delay before the first fetch of the URL, milliseconds. */
  readonly delayMs: number;
  /** Fetches the URL of the stream, for every attempt. */
  readonly address: (signal: AbortSignal) => Promise<string>;
  readonly onState: (state: StreamState) => void;
}

/** Delay between two attempts, milliseconds: doubled each time up to the longest. */
const RETRY_MS = 1_000;
const RETRY_LONGEST_MS = 8_000;
/** A stream without a new frame for this long is reconnected, milliseconds. */
const STALL_MS = 15_000;

/** Plays a live stream in an element. @returns the function that stops it */
export function playStream(
  element: HTMLVideoElement,
  { delayMs, address, onState }: StreamOptions,
): () => void {
  const lifetime = new AbortController();
  let player: Mpegts.Player | undefined;
  let timer = setTimeout(() => void attempt(), delayMs);
  let wait = RETRY_MS;
  let isPlaying = false;
  /** Closes the open stream and retries. */
  let failed = (): void => undefined;

  const closePlayer = (): void => {
    const old = player;
    // Before destroy: its last events are ignored.
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
      // The library is fetched with the first stream.
      const { default: mpegts } = await import('mpegts.js');
      if (lifetime.signal.aborted) return;
      // Errors are shown on the screen.
      mpegts.LoggingControl.enableAll = false;
      if (!mpegts.isSupported()) {
        onState({ kind: 'unsupported' });
        return;
      }
      const url = await address(lifetime.signal);
      if (lifetime.signal.aborted) return;
      // A stream that declares audio and sends none would never start; audio is not played.
      const source = { type: 'flv', isLive: true, hasAudio: false, url };
      const current = mpegts.createPlayer(source, {
        liveBufferLatencyChasing: true,
        // The stash buffer adds latency: a second for a small camera.
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
  /** The buffer is empty: the stream stalls, or has ended. */
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
