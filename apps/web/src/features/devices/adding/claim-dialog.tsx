import { computed, createModel, signal, useModel } from '@preact/signals-react';
import { message } from '@farm3d/api';
import { Button, Dialog, TextField } from '@farm3d/ui';
import { locale } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from './zh-CN.ts';

const FORM = 'device-claim-form';

/** Takes a device over by the code that its owner made. */
const ClaimModel = createModel((onClaimed: (id: string) => void) => {
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

export function ClaimDialog({ onClose, onClaimed }: ClaimDialogProps) {
  const model = useModel(() => new ClaimModel(onClaimed));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('adding.claim')}
      closeLabel={t('common.close')}
      testId="device-claiming"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={model.busy.value}
            data-testid="device-claiming-submit"
          >
            {t('adding.claim.submit')}
          </Button>
        </>
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
    </Dialog>
  );
}
