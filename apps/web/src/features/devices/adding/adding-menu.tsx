import { useState } from 'react';
import { computed, createModel, signal } from '@preact/signals-react';
import { message } from '@farm3d/api';
import { ChevronDown, FileUp, KeyRound, RadioTower } from 'lucide-react';
import { useLocation } from 'wouter';
import { Menu, TextField } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../../kit/dialog.tsx';
import { menuEntry } from '../../../kit/menu-entry.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { locale } from '../../../platform/locale.ts';
import { devicePath, PATHS } from '../../../platform/paths.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ImportModel } from './import-model.ts';
import { t } from './zh-CN.ts';

const FORM = 'device-claim-form';
const ICON = { size: 18 } as const;

/** Ways to add devices beside the form: a table, the code of a device that another organisation has, and the page about integrations. */
export function AddingMenu({ onChanged }: { onChanged: () => void }) {
  const model = useModelOf(ImportModel, onChanged);
  const [isClaiming, setClaiming] = useState(false);
  const [, navigate] = useLocation();
  return (
    <>
      <Menu
        label={t('adding.more')}
        testId="device-adding"
        button={<ChevronDown {...ICON} />}
        buttonClassName="inline-grid size-11 place-items-center rounded-control border border-line-strong bg-raised text-ink-2 hover:bg-hover hover:text-ink"
        entries={[
          menuEntry('device-import', t('adding.import'), FileUp, model.begin),
          menuEntry('device-integrations', t('adding.integrations'), RadioTower, () =>
            navigate(PATHS.integrations),
          ),
          menuEntry('device-claim', t('adding.claim'), KeyRound, () => setClaiming(true)),
        ]}
      />
      <ImportDialog model={model} />
      {isClaiming && (
        <ClaimDialog onClose={() => setClaiming(false)} onClaimed={(id) => navigate(devicePath(id))} />
      )}
    </>
  );
}

/** Takes a device over by the code that its owner made. */
const ClaimModel = createModel(({ api }: Services, onClaimed: (id: string) => void) => {
  const code = signal('');
  const busy = signal(false);
  const isMissing = signal(false);
  const refusal = signal<string | null>(null);
  return {
    code,
    busy,
    problem: computed(() =>
      isMissing.value ? message('device.claim.required', locale.value) : refusal.value,
    ),
    setCode: (text: string): void => {
      code.value = text;
      isMissing.value = false;
      refusal.value = null;
    },
    send: async (): Promise<void> => {
      if (busy.peek()) return;
      isMissing.value = code.peek().trim() === '';
      if (isMissing.peek()) return;
      busy.value = true;
      try {
        const { id, name } = await api.devices.claim(code.peek().trim());
        showToast('success', t('adding.claim.done', { name }));
        onClaimed(id);
      } catch (error) {
        refusal.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

interface ClaimDialogProps {
  onClose: () => void;
  onClaimed: (id: string) => void;
}

function ClaimDialog({ onClose, onClaimed }: ClaimDialogProps) {
  const model = useModelOf(ClaimModel, onClaimed);
  return (
    <PageDialog
      onClose={onClose}
      title={t('adding.claim')}
      testId="device-claiming"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t('adding.claim.submit')}
          form={FORM}
          busy={model.busy.value}
          testId="device-claiming-submit"
        />
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          void model.send();
        }}
      >
        <p className="text-body text-ink-2">{t('adding.claim.hint')}</p>
        <TextField
          label={t('adding.claim.code')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={64}
          data-testid="field-code"
          value={model.code.value}
          error={model.problem.value}
          onValueChange={model.setCode}
        />
      </form>
    </PageDialog>
  );
}
