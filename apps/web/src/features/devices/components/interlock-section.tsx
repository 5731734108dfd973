import { useModel } from '@preact/signals-react';
import { Button, ErrorState, GenericForm, Skeleton } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t as common } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import { InterlockModel } from '../interlock-model.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

/** How long a device may run, and which others do not run beside it; the server sees to both. */
export function InterlockSection({ deviceId }: { deviceId: string }) {
  const { stored, form, load, send } = useModel(() => new InterlockModel(deviceId));
  const error = stored.error.value;
  return (
    <Section title={t('device.interlock')}>
      {stored.hasLoaded.value ? (
        <GenericForm
          id="device-interlock"
          testId="device-interlock"
          model={form}
          services={formServices()}
          send={send}
          onSent={() => showToast('success', t('device.saved'))}
        >
          <Button
            type="submit"
            busy={form.busy.value}
            disabled={!form.isDirty.value}
            data-testid="device-interlock-save"
          >
            {t('device.save')}
          </Button>
        </GenericForm>
      ) : error === null ? (
        <Skeleton className="h-24" />
      ) : (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void load()}>{common('common.retry')}</Button>}
        />
      )}
    </Section>
  );
}
