import { useEffect, useRef, useState } from 'react';
import { CameraOff, LoaderCircle, Maximize } from 'lucide-react';
import { ApiError, video as videoCalls, type Device } from '@farm3d/api';
import { useServices } from '../../../../kit/services.tsx';
import { problemText } from '../../../../platform/problem.ts';
import { t, type zhCN } from '../../texts/zh-CN.ts';
import { playStream, StreamError, type StreamState } from '../camera-stream.ts';

/** Milliseconds before the first fetch of the address (Spec §9: 'delayed by 5000', readings 15). */
const FETCH_DELAY_MS = 5000;

const WORDS: Partial<Record<StreamState['kind'], keyof typeof zhCN>> = {
  waiting: 'video.waiting',
  lost: 'video.lost',
  unsupported: 'video.unsupported',
};

/** Message why the stream is not shown. */
function reasonOf(error: unknown): string {
  // In the present language: the server's text is in that of the request.
  if (error instanceof ApiError && error.error === 'no_stream') return t('video.dark');
  if (!(error instanceof StreamError)) return problemText(error);
  // A foreign video service needs CORS, and must be configured by the operator.
  return error.origin === location.origin ? t('video.broken') : t('video.foreign', { origin: error.origin });
}

/** Video of a camera: connects, reconnects, and shows its state. */
export function VideoTab({ device }: { device: Device }) {
  const { clientOf } = useServices();
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<StreamState>({ kind: 'waiting' });
  const { id, thirdId, thirdConfigId, mapVideoUrl } = device;

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const client = clientOf({ video: videoCalls });
    return playStream(element, {
      delayMs: FETCH_DELAY_MS,
      address: async (signal) => {
        // A camera without a video service is known by its own id.
        const camera = {
          code: thirdId ?? id,
          ...(thirdConfigId === null ? {} : { streamingId: thirdConfigId }),
        };
        return (await client.video.stream(camera, { signal })).url;
      },
      onState: setState,
    });
  }, [clientOf, id, thirdId, thirdConfigId]);

  const word = WORDS[state.kind];
  return (
    <div className="flex flex-col gap-3">
      <div
        ref={frame}
        className="relative aspect-video overflow-hidden rounded-control bg-black fullscreen:aspect-auto fullscreen:rounded-none"
        data-testid="video"
        data-state={state.kind}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- cameras have no audio */}
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('video.player', { name: device.name })}
          className="size-full"
        />
        {state.kind === 'playing' && document.fullscreenEnabled && (
          <button
            type="button"
            aria-label={t('video.fullscreen')}
            title={t('video.fullscreen')}
            data-testid="video-fullscreen"
            onClick={() => {
              const change = document.fullscreenElement
                ? document.exitFullscreen()
                : frame.current?.requestFullscreen();
              // Refused by the browser: the video stays as it is.
              change?.catch(() => undefined);
            }}
            className="absolute right-1 bottom-1 grid size-11 place-items-center rounded-control text-white drop-shadow-md hover:bg-black/40"
          >
            <Maximize aria-hidden size={20} />
          </button>
        )}
        {state.kind !== 'playing' && (
          <p
            aria-live="polite"
            className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-black/60 px-4 text-center text-note text-white"
          >
            {state.kind === 'waiting' || state.kind === 'lost' ? (
              <LoaderCircle aria-hidden size={24} className="animate-spin" />
            ) : (
              <CameraOff aria-hidden size={24} />
            )}
            {word ? t(word) : t('video.down', { reason: reasonOf(state.error) })}
          </p>
        )}
      </div>
      {state.kind === 'down' && !device.simulated && mapVideoUrl?.startsWith('/') && (
        <HowToSend device={device} />
      )}
    </div>
  );
}

/** Address to which a camera must send its stream. */
function HowToSend({ device: { id } }: { device: Device }) {
  const { api } = useServices();
  const [port, setPort] = useState<number | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    // Optional: without it only the state is shown.
    api.devices.get(id, { signal: leaving.signal }).then(
      ({ rtmpPort }) => setPort(rtmpPort),
      () => undefined,
    );
    return () => leaving.abort();
  }, [api, id]);
  if (port === null) return null;
  return (
    <p className="text-note text-ink-2" data-testid="video-how">
      {t('video.how')}
      <code className="mt-1 block rounded-control bg-sunken px-3 py-2 font-mono text-note break-all select-all">
        {`rtmp://${location.hostname}:${port}/live`}
      </code>
    </p>
  );
}
