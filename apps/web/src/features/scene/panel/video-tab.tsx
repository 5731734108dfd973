import { useEffect, useRef, useState } from 'react';
import { CameraOff, LoaderCircle } from 'lucide-react';
import type { Device } from '@farm3d/api';
import { t, type MessageKey } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { createPicture, type PictureState } from './camera-picture.ts';

/** Milliseconds before the first fetch of the address (Spec §9: 'delayed by 5000', readings 15). */
const FETCH_DELAY_MS = 5000;

const WORDS: Partial<Record<PictureState['kind'], MessageKey>> = {
  waiting: 'video.waiting',
  lost: 'video.lost',
  unsupported: 'video.unsupported',
};

/** A camera's picture: connects, comes back by itself when it breaks off, and says so while there is none. */
export function VideoTab({ device }: { device: Device }) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<PictureState>({ kind: 'waiting' });
  const { thirdId, thirdConfigId, mapVideoUrl } = device;

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    return createPicture(element, {
      delayMs: FETCH_DELAY_MS,
      address: async (signal) => {
        if (thirdId === null) return mapVideoUrl ?? '';
        const camera = { code: thirdId, ...(thirdConfigId === null ? {} : { streamingId: thirdConfigId }) };
        return (await api.video.stream(camera, { signal })).url;
      },
      onState: setState,
    });
  }, [thirdId, thirdConfigId, mapVideoUrl]);

  const word = WORDS[state.kind];
  return (
    <div
      className="relative aspect-video overflow-hidden rounded-control bg-black"
      data-testid="video"
      data-state={state.kind}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera over a field says nothing */}
      <video
        ref={video}
        muted
        playsInline
        aria-label={t('video.player', { name: device.name })}
        className="size-full"
      />
      {state.kind !== 'playing' && (
        <p
          aria-live="polite"
          className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-black/60 px-4 text-center text-note text-white"
        >
          {state.kind === 'waiting' || state.kind === 'lost' ? (
            <LoaderCircle aria-hidden size={24} strokeWidth={1.5} className="animate-spin" />
          ) : (
            <CameraOff aria-hidden size={24} strokeWidth={1.5} />
          )}
          {word ? t(word) : t('video.down', { reason: problemText(state.error) })}
        </p>
      )}
    </div>
  );
}
