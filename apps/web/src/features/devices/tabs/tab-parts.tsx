import type { ReactNode } from 'react';
import type { DeviceDetail } from '@farm3d/api';
import { Button, GenericForm, type ButtonVariant } from '@farm3d/ui';
import type { SentForm } from '../../../kit/forms/create-form.ts';
import { useFormServices } from '../../../kit/forms/form-services.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { DeviceDetailScreen } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';

/** What every tab of a device page gets. */
export interface TabProps {
  model: DeviceDetailScreen;
  device: DeviceDetail;
}

/** A part of a device page with its heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-panel border border-line bg-raised p-4">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-note font-semibold text-ink-3">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A line of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-note last:border-0">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}

interface SavedFormProps extends SentForm {
  /** Of the form, also its test id. */
  id: string;
  /** Test id of the button. */
  saveTestId: string;
  /** Default: 'save'. */
  saveLabel?: string;
  /** Default 'primary'. */
  variant?: ButtonVariant;
  /** Whether it is sent only when something was changed. Default false. */
  onlyChanges?: boolean;
  /** Called after it was sent. */
  onSaved?: () => void;
}

/** A form on a tab, with the button that stores it. */
export function SavedForm({ id, form, send, saveTestId, onlyChanges = false, ...rest }: SavedFormProps) {
  return (
    <GenericForm
      id={id}
      testId={id}
      model={form}
      services={useFormServices()}
      send={send}
      onSent={() => {
        rest.onSaved?.();
        showToast('success', t('device.saved'));
      }}
    >
      <Button
        type="submit"
        variant={rest.variant ?? 'primary'}
        busy={form.busy.value || form.isUploading.value}
        disabled={onlyChanges && !form.isDirty.value}
        data-testid={saveTestId}
      >
        {rest.saveLabel ?? t('device.save')}
      </Button>
    </GenericForm>
  );
}
