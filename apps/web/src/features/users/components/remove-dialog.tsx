import { useModel } from '@preact/signals-react';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import type { Person } from '@farm3d/api';
import { formServices } from '../../../components/forms/form-services.ts';
import { nameOf, type Users } from '../model.ts';
import { RemoveFormModel } from '../remove-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'user-remove-form';

/** Takes a person out of the organisation, after asking who gets their open work. */
export function RemoveDialog({ user, model }: { user: Person; model: Users }) {
  const { form, send } = useModel(
    () => new RemoveFormModel(user.userId, model.successorsOf(user), () => model.tookOut(user)),
  );
  const close = (): void => model.takeOut(null);
  const name = nameOf(user);
  return (
    <Dialog
      open
      onClose={close}
      title={t('users.remove.title', { name })}
      closeLabel={t('common.close')}
      testId="user-remove-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="danger"
            busy={form.busy.value}
            data-testid="user-remove-submit"
          >
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <p className="text-body text-ink-2">{t('users.remove.message', { name })}</p>
        <GenericForm id={FORM} model={form} services={formServices()} send={send} />
      </div>
    </Dialog>
  );
}
