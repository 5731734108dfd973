import { useModel } from '@preact/signals-react';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { allLoaded, LoadingDialog } from '../../../components/loading-dialog.tsx';
import { formServices } from '../../../components/forms/form-services.ts';
import { InviteFormModel } from '../invite-form.ts';
import type { Users } from '../model.ts';
import { t } from '../zh-CN.ts';

const FORM = 'invite-form';

/** Dialog of a new invitation into the organisation. */
export function InviteDialog({ model }: { model: Users }) {
  if (!model.inviting.value) return null;
  // The fields depend on them.
  const parts = [model.roles, model.departments];
  if (!allLoaded(parts))
    return <LoadingDialog title={t('users.invite')} parts={parts} onClose={() => model.invite(false)} />;
  return <Inviting model={model} />;
}

function Inviting({ model }: { model: Users }) {
  const { form, send } = useModel(
    () =>
      new InviteFormModel({
        roles: model.offeredRoles.peek(),
        departments: model.departments.value.peek() ?? [],
        onInvited: model.invited,
      }),
  );
  const close = (): void => model.invite(false);
  return (
    <Dialog
      open
      onClose={close}
      title={t('users.invite')}
      closeLabel={t('common.close')}
      testId="invite-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="invite-submit"
          >
            {t('users.invite.submit')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
