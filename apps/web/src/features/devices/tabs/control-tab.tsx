import { lazy, Suspense, useState } from 'react';
import { createModel } from '@preact/signals-react';
import { deviceLink } from '@farm3d/api';
import { Skeleton, type FormValues } from '@farm3d/ui';
import { createForm } from '../../../kit/forms/create-form.ts';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { withTexts } from '../../../platform/locale.ts';
import type { Services } from '../../../platform/services.ts';
import { t } from '../zh-CN.ts';
import { SavedForm, Section, type TabProps } from './tab-parts.tsx';

// The services and the LED editor are those of the scene's device panel.
const ServiceCommands = lazy(() =>
  withTexts(import('../../../components/commands/control-tab.tsx')).then(({ ControlTab }) => ({
    default: ControlTab,
  })),
);
const LedDialog = lazy(() => withTexts(import('../../../components/commands/led-dialog.tsx')));

/** Longest time that a device may be left running, minutes: a week, as the server has it. */
const MAX_RUN_MINUTES = 10_080;
const EXCLUSION_MAX = 64;

const linkOf = ({ clientOf }: Services) => clientOf({ deviceLink }).deviceLink;
type Interlock = Awaited<ReturnType<ReturnType<typeof linkOf>['interlock']>>;

const valuesOf = ({ maxRunMinutes, exclusion }: Interlock): FormValues => ({
  maxRunMinutes: maxRunMinutes === null ? '' : String(maxRunMinutes),
  exclusion: exclusion ?? '',
});

/** What keeps a device from running too long, or together with others. */
const InterlockModel = createModel((services: Services, deviceId: string) => {
  const link = linkOf(services);
  const stored = loadable((abort) => link.interlock(deviceId, { signal: abort }));
  const { form, send } = createForm(services, {
    fields: () => [
      {
        key: 'maxRunMinutes',
        type: 'number',
        label: t('device.interlock.run'),
        hint: t('device.interlock.run.hint'),
        unit: t('device.interlock.minutes'),
        max: MAX_RUN_MINUTES,
        isHalf: true,
      },
      {
        key: 'exclusion',
        type: 'text',
        label: t('device.interlock.exclusion'),
        hint: t('device.interlock.exclusion.hint'),
        maxLength: EXCLUSION_MAX,
        isHalf: true,
      },
    ],
    send: async (values) => {
      // Zero is no time to run: the number field makes it of what is no number.
      const minutes = Number(values['maxRunMinutes']);
      const exclusion = (values['exclusion'] as string).trim();
      follow(
        await link.setInterlock(deviceId, {
          maxRunMinutes: minutes > 0 ? minutes : null,
          exclusion: exclusion === '' ? null : exclusion,
        }),
      );
    },
  });
  const follow = (interlock: Interlock): void => {
    stored.set(interlock);
    form.reset(valuesOf(interlock));
  };
  const load = async (): Promise<void> => {
    await stored.load();
    const loaded = stored.value.peek();
    if (loaded) follow(loaded);
  };
  void load();
  return { stored, form, load, send };
});

/** The services of the device's product model, and what limits them. */
export default function ControlTab({ model, device }: TabProps) {
  const runs = model.attributes.value.value?.some(({ type }) => type === 'service') ?? false;
  const { session } = useServices();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('device.tab.control')}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ServiceCommands device={device} onEditLed={() => setEditing(true)} />
          {isEditing && <LedDialog device={device} onClose={() => setEditing(false)} />}
        </Suspense>
      </Section>
      {runs && !device.received && session.hasRight('devices') && <InterlockSection deviceId={device.id} />}
    </div>
  );
}

/** How long a device may run, and which others do not run beside it; the server sees to both. */
function InterlockSection({ deviceId }: { deviceId: string }) {
  const { stored, form, load, send } = useModelOf(InterlockModel, deviceId);
  return (
    <Section title={t('device.interlock')}>
      <Loaded of={stored} skeleton={<Skeleton className="h-24" />} onRetry={() => void load()}>
        {() => (
          <SavedForm
            id="device-interlock"
            form={form}
            send={send}
            variant="secondary"
            saveTestId="device-interlock-save"
            onlyChanges
          />
        )}
      </Loaded>
    </Section>
  );
}
