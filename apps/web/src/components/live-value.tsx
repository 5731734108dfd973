import { useComputed } from '@preact/signals-react';
import { SignalText } from '@farm3d/ui';
import { useServices } from '../kit/services.tsx';
import { t } from '../platform/locale.ts';
import { readingText } from '../platform/reading-text.ts';
import { shownUnit } from '../platform/units.ts';

interface LiveValueProps {
  deviceId: string;
  /** Key of the value in telemetry. */
  name: string;
  unit: string;
  /** In a long list; see {@link SignalText}. */
  isLazy?: boolean;
}

/** Live value of a device, marked where it lies outside its declared range; written to the DOM: a new reading renders no component. */
export function LiveValue(props: LiveValueProps) {
  const { deviceId, name, unit } = props;
  // The texts keep what they were made with, such as a unit in another language.
  return <Value key={`${deviceId} ${name} ${unit}`} {...props} />;
}

function Value({ deviceId, name, unit, isLazy = false }: LiveValueProps) {
  const { live } = useServices();
  const text = useComputed(() =>
    readingText(shownUnit(unit).of(live.device(deviceId).reading(name).value?.value)),
  );
  // No unit without a value: '—' alone means unknown.
  const suffix = useComputed(() =>
    unit !== '' && live.device(deviceId).reading(name).value !== null ? `\u2009${shownUnit(unit).unit}` : '',
  );
  const mark = useComputed(() =>
    live.device(deviceId).reading(name).value?.outside ? `\u2002${t('common.outside')}` : '',
  );
  return (
    <span data-testid="live-value" data-key={name} className="tabular-nums whitespace-nowrap">
      <SignalText isLazy={isLazy} text={text} className="font-medium text-ink" />
      <SignalText isLazy={isLazy} text={suffix} className="text-ink-3" />
      <SignalText isLazy={isLazy} text={mark} className="text-xs font-medium text-amber" />
    </span>
  );
}
