import { useComputed } from '@preact/signals-react';
import { TriangleAlert } from 'lucide-react';
import { SignalText, Skeleton } from '@farm3d/ui';
import type { Device, ProductAttribute } from '@farm3d/api';
import { useServices } from '../../../../kit/services.tsx';
import { lazyComponent } from '../../../../platform/lazy.tsx';
import { t, term, withTexts } from '../../../../platform/locale.ts';
import { clockText } from '../../../../platform/time-text.ts';
import { LiveValue } from '../../../../components/device-state.tsx';
import { UploadedImage } from '../../../../kit/images/image-upload-field.tsx';
import { t as pictureText } from '../../../../kit/images/zh-CN.ts';
import { readingLines, undeclaredKeys } from '../../../../platform/readings.ts';
import { CardSwitches } from '../../../../components/commands/card-switches.tsx';
import { fallbackText, type Fallback } from '../../objects/scene-objects.ts';

// mpegts.js and the texts of the player come with the first camera.
const CameraVideo = lazyComponent<{ device: Device }>(async () => ({
  default: (await withTexts(import('../../panel/components/video-tab.tsx'))).VideoTab,
}));

/** 'SP' is a video camera (Spec §3); it is watched where it has an address. */
const isCamera = ({ productTypeCode, mapVideoUrl }: Device): boolean =>
  productTypeCode === 'SP' && mapVideoUrl !== null;

export interface CardBodyProps {
  id: string;
  /** Undefined: it was deleted from the platform. */
  device: Device | undefined;
  /** Undefined until they are fetched. */
  attributes: readonly ProductAttribute[] | undefined;
  /** Why the fallback model is shown; undefined: its own model is. */
  fallback: Fallback | undefined;
  /** Its camera is watched in the device panel: one stream is enough. */
  isWatched: boolean;
  /** Whether the user may send commands to it. */
  mayOperate: boolean;
}

/** A camera's video or a device's image, why a fallback model is shown, its switches and live values. */
export function CardBody({ id, device, attributes, fallback, isWatched, mayOperate }: CardBodyProps) {
  return (
    <div className="flex flex-col py-1">
      {device && isCamera(device) && !isWatched ? (
        // Another address is another stream.
        <div key={device.mapVideoUrl} className="mt-1 mb-2" data-testid="card-video">
          <CameraVideo device={device} />
        </div>
      ) : device?.picture ? (
        <UploadedImage
          src={device.picture}
          alt={pictureText('image.alt', { name: device.name })}
          testId="card-picture"
          className="mt-1 mb-2 h-32 w-full rounded-control"
        />
      ) : null}
      {fallback && (
        <p className="mb-1 flex items-start gap-2 rounded-control bg-amber-soft px-2 py-1.5 text-xs text-amber">
          <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">
            {t('objects.fallback')} · {fallbackText(fallback)}
          </span>
        </p>
      )}
      {mayOperate && device && attributes && <CardSwitches device={device} attributes={attributes} />}
      {device && !attributes && (
        <div className="flex flex-col gap-2 py-2">
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </div>
      )}
      {device && attributes && (
        <>
          <dl>
            {readingLines(attributes).map(({ key, name, unit }) => (
              <div key={key} className="flex min-h-7 items-center justify-between gap-3 text-note">
                <dt className="min-w-0 truncate text-ink-2">{term(key, name)}</dt>
                <dd>
                  <LiveValue deviceId={id} name={key} unit={unit} />
                </dd>
              </div>
            ))}
          </dl>
          <Undeclared id={id} attributes={attributes} />
          <p className="tabular-nums flex items-baseline justify-between gap-3 pt-1 text-xs text-ink-3">
            <span className="min-w-0 truncate">{term(device.productModelCode, device.productModelName)}</span>
            <Freshness id={id} />
          </p>
        </>
      )}
    </div>
  );
}

/** Values that the device sends beyond its product model. Renders again only when a new key appears. */
function Undeclared({ id, attributes }: { id: string; attributes: readonly ProductAttribute[] }) {
  const { live } = useServices();
  const keys = undeclaredKeys(live.device(id).keys.value, attributes);
  if (keys.length === 0) return null;
  return (
    <>
      <p className="pt-2 text-xs text-ink-3">{t('devices.detail.undeclared')}</p>
      <dl>
        {keys.map((key) => (
          <div key={key} className="flex min-h-7 items-center justify-between gap-3 text-note">
            <dt className="min-w-0 truncate text-ink-2">{key}</dt>
            <dd>
              <LiveValue deviceId={id} name={key} unit="" />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Time of the device's last message, written to the DOM without a render. */
function Freshness({ id }: { id: string }) {
  const { live } = useServices();
  const text = useComputed(() => {
    const at = live.device(id).lastActivity.value;
    return at === null ? t('card.noValues') : t('card.updated', { time: clockText(at) });
  });
  return <SignalText text={text} className="shrink-0" />;
}
