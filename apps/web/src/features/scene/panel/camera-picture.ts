import type Mpegts from 'mpegts.js';

export interface PictureState {
  /** `lost`: it played and comes back by itself; `down`: it never came, and is tried again as well. */
  readonly kind: 'waiting' | 'playing' | 'lost' | 'down' | 'unsupported';
  readonly error?: unknown;
}

export interface PictureOptions {
  /** Before the first fetch of the address, milliseconds. */
  readonly delayMs: number;
  /** Where the stream is now; asked again for every try. */
  readonly address: (signal: AbortSignal) => Promise<string>;
  readonly onState: (state: PictureState) => void;
}

/** Between two tries, milliseconds: doubled each time up to the longest. */
const RETRY_MS = 2_000;
const RETRY_LONGEST_MS = 30_000;

/** Plays a live stream in an element until told to stop. @returns the function that stops it and gives everything back. */
export function createPicture(
  element: HTMLVideoElement,
  { delayMs, address, onState }: PictureOptions,
): () => void {
  const lifetime = new AbortController();
  let player: Mpegts.Player | undefined;
  let timer = setTimeout(() => void attempt(), delayMs);
  let wait = RETRY_MS;
  let hasPlayed = false;

  const drop = (): void => {
    player?.destroy();
    player = undefined;
  };
  const again = (error: unknown): void => {
    if (lifetime.signal.aborted) return;
    drop();
    onState(hasPlayed ? { kind: 'lost', error } : { kind: 'down', error });
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), wait);
    wait = Math.min(wait * 2, RETRY_LONGEST_MS);
  };

  const attempt = async (): Promise<void> => {
    try {
      // The library comes with the first picture.
      const { default: mpegts } = await import('mpegts.js');
      if (lifetime.signal.aborted) return;
      if (!mpegts.isSupported()) {
        onState({ kind: 'unsupported' });
        return;
      }
      const url = await address(lifetime.signal);
      if (lifetime.signal.aborted) return;
      player = mpegts.createPlayer({ type: 'flv', isLive: true, url }, { liveBufferLatencyChasing: true });
      player.on(mpegts.Events.ERROR, () => again(new Error('stream')));
      player.on(mpegts.Events.LOADING_COMPLETE, () => again(new Error('ended')));
      player.attachMediaElement(element);
      player.load();
      await player.play();
    } catch (error) {
      again(error);
    }
  };

  const onPlaying = (): void => {
    hasPlayed = true;
    wait = RETRY_MS;
    onState({ kind: 'playing' });
  };
  element.addEventListener('playing', onPlaying);
  return () => {
    lifetime.abort();
    clearTimeout(timer);
    element.removeEventListener('playing', onPlaying);
    drop();
  };
}
