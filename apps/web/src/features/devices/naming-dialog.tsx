import { createModel, signal } from '@preact/signals-react';
import { Building2, Boxes } from 'lucide-react';
import { ChoiceTiles, Skeleton } from '@farm3d/ui';
import type { DeviceNames, DeviceNaming } from '@farm3d/api';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

const FORM = 'device-names-form';
const ICON = { size: 22 } as const;

/** The dialog with the organisation's rule for names of devices. */
export const NamingModel = createModel(({ api }: Services) => {
  const open = signal(false);
  const busy = signal(false);
  const problem = signal<string | null>(null);
  /** What is chosen in the dialog; null: nothing yet. */
  const choice = signal<DeviceNames['unique'] | null>(null);
  const saved = loadable<DeviceNaming>((abort) => api.organisation.deviceNames({ signal: abort }));
  return {
    open,
    busy,
    problem,
    choice,
    saved,
    begin: (): void => {
      choice.value = null;
      problem.value = null;
      open.value = true;
      void saved.load();
    },
    choose: (unique: DeviceNames['unique']): void => {
      choice.value = unique;
    },
    close: (): void => {
      open.value = false;
    },
    save: async (unique: DeviceNames['unique']): Promise<void> => {
      busy.value = true;
      problem.value = null;
      try {
        saved.set(await api.organisation.saveDeviceNames({ unique }));
        open.value = false;
        showToast('success', t('devices.names.saved'));
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

type Naming = InstanceType<typeof NamingModel>;

/** Where names of devices are unique. */
export function NamingDialog({ model }: { model: Naming }) {
  const saved = model.saved.value.value;
  return (
    <PageDialog
      open={model.open.value}
      onClose={model.close}
      title={t('devices.names.title')}
      testId="device-names-dialog"
      actions={
        <DialogButtons
          onCancel={model.close}
          label={t('device.save')}
          form={FORM}
          busy={model.busy.value}
          disabled={saved === null}
          testId="device-names-save"
        />
      }
    >
      <Loaded of={model.saved} skeleton={<Skeleton className="h-24" />}>
        {() => saved && <Rule model={model} saved={saved} />}
      </Loaded>
    </PageDialog>
  );
}

function Rule({ model, saved }: { model: Naming; saved: DeviceNaming }) {
  const unique = model.choice.value ?? saved.unique;
  const problem = model.problem.value;
  return (
    <form
      id={FORM}
      className="flex flex-col gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void model.save(unique);
      }}
    >
      <p className="text-note text-ink-2">{t('devices.names.scope')}</p>
      <ChoiceTiles
        label={t('devices.names.scope')}
        testId="device-names-scope"
        value={unique}
        options={[
          {
            value: 'organisation',
            label: t('devices.names.organisation'),
            icon: <Building2 aria-hidden {...ICON} />,
          },
          { value: 'group', label: t('devices.names.group'), icon: <Boxes aria-hidden {...ICON} /> },
        ]}
        onChange={model.choose}
      />
      <p className="text-note text-ink-2" aria-live="polite" data-testid="device-names-hint">
        {t(`devices.names.${unique}.hint`)}
      </p>
      {unique === 'organisation' && saved.shared.total > 0 && <SharedNames shared={saved.shared} />}
      {problem !== null && (
        <p
          role="alert"
          data-testid="device-names-problem"
          className="rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
        >
          {problem}
        </p>
      )}
    </form>
  );
}

/** Names that are not unique: the rule holds for new ones only. */
function SharedNames({ shared: { total, names } }: { shared: DeviceNaming['shared'] }) {
  const list = new Intl.ListFormat(locale.value, { type: 'unit' }).format(
    total > names.length ? [...names, '…'] : names,
  );
  return (
    <div
      role="alert"
      data-testid="device-names-shared"
      className="max-h-40 overflow-y-auto rounded-control bg-amber-soft px-3 py-2 text-note text-amber"
    >
      <p className="break-words">{t('devices.names.shared', { total, names: list })}</p>
      <p>{t('devices.names.shared.hint')}</p>
    </div>
  );
}
