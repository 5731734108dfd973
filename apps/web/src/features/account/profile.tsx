import { useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button, GenericForm } from '@farm3d/ui';
import { PasswordField } from '../../components/people/password-field.tsx';
import { PasswordModel } from '../../components/people/password-model.ts';
import { t as passwordText } from '../../components/people/zh-CN.ts';
import { PersonPicture } from '../../components/people/person-picture.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PictureModel, ProfileFormModel } from './forms.ts';
import type { Account, Profile } from './model.ts';
import { t } from './zh-CN.ts';

/** Picture, name, telephone, e-mail and region of the caller. */
export function ProfileForm({ model }: { model: Account }) {
  const person = model.person.value.value;
  return (
    person && (
      <div className="flex flex-col gap-4">
        <Picture person={person} model={model} />
        <Fields person={person} model={model} />
      </div>
    )
  );
}

interface PartProps {
  person: Profile;
  model: Account;
}

function Fields({ person, model }: PartProps) {
  const { form, send } = useModelOf(ProfileFormModel, person, model.saved);
  const services = useFormServices();
  return (
    <GenericForm id="profile-form" model={form} services={services} send={send}>
      <Button type="submit" variant="primary" busy={form.busy.value} data-testid="profile-submit">
        {t('account.save')}
      </Button>
    </GenericForm>
  );
}

function Picture({ person, model }: PartProps) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, choose, save } = useModelOf(PictureModel, model.saved);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PersonPicture picture={person.picture} large />
      <input
        ref={input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('account.picture.choose')}
        data-testid="picture-input"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again.
          target.value = '';
          if (file) void choose(file);
        }}
      />
      <Button busy={busy.value} data-testid="picture-choose" onClick={() => input.current?.click()}>
        {t('account.picture.choose')}
      </Button>
      {person.picture !== null && (
        <Button disabled={busy.value} data-testid="picture-remove" onClick={() => void save(null)}>
          {t('account.picture.remove')}
        </Button>
      )}
    </div>
  );
}

/** The change of the caller's own password. */
export function PasswordForm({ model: account }: { model: Account }) {
  const { session } = useServices();
  const model = useModelOf(PasswordModel, account.passwordChanged);
  return (
    <form
      noValidate
      data-testid="account-password"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      {model.problem.value !== null && (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
        >
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          {model.problem.value}
        </p>
      )}
      {/* Password managers store the new password under this name. */}
      <input
        hidden
        readOnly
        autoComplete="username"
        name="username"
        value={session.user.value?.username ?? ''}
      />
      <PasswordField
        label={passwordText('password.current')}
        name="current-password"
        autoComplete="current-password"
        data-testid="password-current"
        value={model.current.value}
        error={model.currentError.value}
        onValueChange={model.typeCurrent}
      />
      <PasswordField
        label={passwordText('password.new')}
        hint={passwordText('password.hint')}
        name="new-password"
        autoComplete="new-password"
        data-testid="password-new"
        value={model.chosen.value}
        error={model.chosenError.value}
        onValueChange={model.typeChosen}
      />
      <Button type="submit" className="self-start" busy={model.busy.value} data-testid="password-submit">
        {passwordText('password.submit')}
      </Button>
    </form>
  );
}
