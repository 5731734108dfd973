import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '@farm3d/ui';
import { withTexts } from '../../../platform/locale.ts';
import { hasRight } from '../../../platform/session.ts';
import { Section } from '../components/facts.tsx';
import { InterlockSection } from '../components/interlock-section.tsx';
import { t } from '../zh-CN.ts';
import type { TabProps } from './tab-props.ts';

// The services and the LED editor are those of the scene's device panel.
const Services = lazy(() =>
  withTexts(import('../../../components/commands/control-tab.tsx')).then(({ ControlTab }) => ({
    default: ControlTab,
  })),
);
const LedDialog = lazy(() => withTexts(import('../../../components/commands/led-dialog.tsx')));

/** The services of the device's product model, and what limits them. */
export default function ControlTab({ model, device }: TabProps) {
  const runs = model.attributes.value.value?.some(({ type }) => type === 'service') ?? false;
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('device.tab.control')}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Services device={device} onEditLed={() => setEditing(true)} />
          {isEditing && <LedDialog device={device} onClose={() => setEditing(false)} />}
        </Suspense>
      </Section>
      {runs && !device.received && hasRight('devices') && <InterlockSection deviceId={device.id} />}
    </div>
  );
}
