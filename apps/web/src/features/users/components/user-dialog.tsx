import { useModel } from '@preact/signals-react';
import type { Person } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { allLoaded, LoadingDialog } from '../../../components/loading-dialog.tsx';
import { formServices } from '../../../components/forms/form-services.ts';
import { nameOf, type Users } from '../model.ts';
import { rightText } from '../../../components/access/role-text.ts';
import { t } from '../zh-CN.ts';
import { UserFormModel } from '../user-form.ts';

const FORM = 'user-form';

/** Dialog of a new or an existing user. */
export function UserDialog({ model }: { model: Users }) {
  const editing = model.editing.value;
  if (editing === null) return null;
  const user = editing === 'new' ? null : editing;
  // The fields depend on them.
  const parts = [model.roles, model.departments];
  if (!allLoaded(parts))
    return <LoadingDialog title={titleOf(user)} parts={parts} onClose={() => model.edit(null)} />;
  return <Editing key={user?.userId ?? 'new'} model={model} user={user} />;
}

const titleOf = (user: Person | null): string =>
  user ? t('users.edit.title', { name: nameOf(user) }) : t('users.new');

function Editing({ model, user }: { model: Users; user: Person | null }) {
  const { form, send } = useModel(
    () =>
      new UserFormModel({
        user,
        roles: model.offeredRoles.peek(),
        departments: model.departments.value.peek() ?? [],
        onSaved: model.saved,
      }),
  );
  const close = (): void => model.edit(null);
  return (
    <Dialog
      open
      onClose={close}
      title={titleOf(user)}
      closeLabel={t('common.close')}
      testId="user-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="user-submit"
          >
            {t(user ? 'users.save' : 'users.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
      <MayDo model={model} roles={(form.values.value['roles'] ?? []) as readonly string[]} />
    </Dialog>
  );
}

/** What the chosen roles permit, in words. */
function MayDo({ model, roles }: { model: Users; roles: readonly string[] }) {
  const known = model.roles.value.value ?? [];
  const rights = new Set(known.filter(({ role }) => roles.includes(role)).flatMap((role) => role.rights));
  return (
    <section data-testid="user-rights" className="mt-4 rounded-control bg-sunken px-3 py-2 text-note">
      <h3 className="font-medium text-ink-2">{t('users.can.title')}</h3>
      {rights.size === 0 ? (
        <p className="text-ink-3">{t('users.can.nothing')}</p>
      ) : (
        <ul className="mt-1 grid list-disc gap-x-6 pl-4 text-ink-2 sm:grid-cols-2">
          {[...rights].map((right) => (
            <li key={right}>{rightText(right)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
