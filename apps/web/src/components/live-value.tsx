import { useComputed } from '@preact/signals-react';
import { SignalText } from '@farm3d/ui';
import { live } from '../platform/services.ts';
import { readingText } from '../platform/reading-text.ts';

export interface LiveValueProps {
  deviceId: string;
  /** Key of the value in telemetry. */
  name: string;
  unit: string;
}

/** Live value of a device, written to the DOM: a new reading renders no component. */
export function LiveValue({ deviceId, name, unit }: LiveValueProps) {
  const text = useComputed(() => readingText(live.device(deviceId).reading(name).value?.value));
  // No unit without a value: '—' alone means unknown.
  const suffix = useComputed(() =>
    unit !== '' && live.device(deviceId).reading(name).value !== null ? `\u2009${unit}` : '',
  );
  return (
    <span data-testid="live-value" data-key={name} className="tabular-nums whitespace-nowrap">
      <SignalText text={text} className="font-medium text-ink" />
      <SignalText text={suffix} className="text-ink-3" />
    </span>
  );
}
