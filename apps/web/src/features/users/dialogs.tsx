import AccessDialog from '../../components/access/access-dialog.tsx';
import { rightText } from '../../components/access/role-text.ts';
import { CopyLine } from '../../kit/blocks.tsx';
import { LinkDialog } from '../../components/people/invitation.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useServices } from '../../kit/services.tsx';
import { OnceDialog } from '../../kit/dialog.tsx';
import { InviteFormModel, RemoveFormModel, UserFormModel } from './forms.ts';
import type { Asked, Users } from './model.ts';
import { nameOf } from './user-fields.ts';
import { t } from './zh-CN.ts';

/** Label of the button that confirms an action. */
const CONFIRMS: Record<Asked, () => string> = {
  lock: () => t('users.lock'),
  reset: () => t('users.reset'),
  factors: () => t('users.factors'),
};

/** All dialogs of the page about users. */
export function UserDialogs({ model }: { model: Users }) {
  const shown = model.access.subject.value;
  return (
    <>
      <UserDialog model={model} />
      <InviteDialog model={model} />
      <RemoveDialog model={model} />
      <MadePasswordDialog model={model} />
      <LinkDialog invitation={model.invitation.value} onDone={model.linkHandedOver} />
      {shown && (
        <AccessDialog of="person" id={shown.userId} name={nameOf(shown)} onClose={model.access.close} />
      )}
      <Confirm
        question={model.asked}
        message={({ action, user }) => t(`users.${action}.message`, { name: nameOf(user) })}
        confirmLabel={({ action }) => CONFIRMS[action]()}
        dangerous={({ action }) => action !== 'reset'}
      />
    </>
  );
}

/** Dialog of a new or an existing user. */
function UserDialog({ model }: { model: Users }) {
  const services = useServices();
  const editing = model.editing.subject.value;
  if (editing === null) return null;
  const user = editing === 'new' ? null : editing;
  return (
    <FormDialog
      key={user?.userId ?? 'new'}
      id="user"
      title={user ? t('users.edit.title', { name: nameOf(user) }) : t('users.new')}
      submitLabel={t(user ? 'users.save' : 'users.create')}
      // The fields depend on them.
      parts={[model.roles, model.departments]}
      model={() =>
        new UserFormModel(services, {
          user,
          roles: model.offeredRoles.peek(),
          departments: model.departments.value.peek() ?? [],
          onSaved: model.saved,
        })
      }
      onClose={model.editing.close}
      renderAfter={(form) => (
        <MayDo model={model} roles={(form.values.value['roles'] ?? []) as readonly string[]} />
      )}
    />
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

/** Dialog of a new invitation into the organisation. */
function InviteDialog({ model }: { model: Users }) {
  const services = useServices();
  if (!model.invite.subject.value) return null;
  return (
    <FormDialog
      id="invite"
      title={t('users.invite')}
      submitLabel={t('users.invite.submit')}
      parts={[model.roles, model.departments]}
      model={() =>
        new InviteFormModel(services, {
          roles: model.offeredRoles.peek(),
          departments: model.departments.value.peek() ?? [],
          onInvited: model.invited,
        })
      }
      onClose={model.invite.close}
    />
  );
}

/** Takes a person out of the organisation, after asking who gets their open work. */
function RemoveDialog({ model }: { model: Users }) {
  const services = useServices();
  const user = model.leaving.subject.value;
  if (!user) return null;
  const name = nameOf(user);
  return (
    <FormDialog
      id="user-remove"
      title={t('users.remove.title', { name })}
      submitLabel={t('common.delete')}
      dangerous
      model={() =>
        new RemoveFormModel(services, user.userId, model.successorsOf(user), () => model.tookOut(user))
      }
      onClose={model.leaving.close}
      before={<p className="pt-1 pb-4 text-body text-ink-2">{t('users.remove.message', { name })}</p>}
    />
  );
}

/** Shows a password that the server made, once. */
function MadePasswordDialog({ model }: { model: Users }) {
  return (
    <OnceDialog
      made={model.made.subject.value}
      onDone={model.made.close}
      title={(made) => t('users.password.title', { name: nameOf(made.user) })}
      note={() => t('users.password.hint')}
      doneLabel={t('users.password.done')}
      testId="user-password-dialog"
      doneTestId="user-password-done"
    >
      {(made) => (
        <>
          <CopyLine label={t('users.username')} text={made.user.username} />
          <CopyLine label={t('users.password.label')} text={made.password} testId="user-password" />
        </>
      )}
    </OnceDialog>
  );
}
