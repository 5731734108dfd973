import { KeyRound, UserPlus } from 'lucide-react';
import { Button, ChoiceTiles, TextField } from '@farm3d/ui';
import type { AccountKind, InvitationAcceptance } from '../invitation-model.ts';
import { t } from '../zh-CN.ts';
import { PasswordField } from '../../../components/password/password-field.tsx';

const ICON = { size: 20 } as const;

/** The account of somebody who accepts an invitation and is not logged in. */
export function InvitationForm({ model }: { model: InvitationAcceptance }) {
  const kind = model.kind.value;
  const isNew = kind === 'new';
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      <ChoiceTiles<AccountKind>
        label={t('invitation.kind')}
        testId="invitation-kind"
        value={kind}
        onChange={model.choose}
        options={[
          { value: 'new', label: t('invitation.new'), icon: <UserPlus {...ICON} /> },
          { value: 'existing', label: t('invitation.existing'), icon: <KeyRound {...ICON} /> },
        ]}
      />
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-testid="invitation-username"
        value={model.username.value}
        error={model.usernameError.value}
        onValueChange={model.typeUsername}
      />
      {isNew && (
        <TextField
          label={t('invitation.displayName')}
          name="name"
          autoComplete="name"
          data-testid="invitation-name"
          value={model.displayName.value}
          onValueChange={model.typeDisplayName}
        />
      )}
      <PasswordField
        label={t('login.password')}
        hint={isNew ? t('invitation.password.hint') : undefined}
        name={isNew ? 'new-password' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        data-testid="invitation-password"
        value={model.password.value}
        error={model.passwordError.value}
        onValueChange={model.typePassword}
      />
      <Button type="submit" variant="primary" busy={model.busy.value} data-testid="invitation-submit">
        {t(isNew ? 'invitation.accept.new' : 'invitation.accept.existing')}
      </Button>
    </form>
  );
}
