import { useModel } from '@preact/signals-react';
import { Button, GenericForm } from '@farm3d/ui';
import type { Person } from '@farm3d/api';
import { formServices } from '../../../components/forms/form-services.ts';
import type { Account } from '../model.ts';
import { ProfileFormModel } from '../profile-form.ts';
import { t } from '../texts.ts';

/** Name, telephone, e-mail and region of the caller. */
export function ProfileForm({ model }: { model: Account }) {
  const person = model.person.value.value;
  return person && <Profile person={person} model={model} />;
}

function Profile({ person, model }: { person: Person; model: Account }) {
  const { form, send } = useModel(() => new ProfileFormModel(person, model.saved));
  return (
    <GenericForm id="profile-form" model={form} services={formServices()} send={send}>
      <Button type="submit" variant="primary" busy={form.busy.value} data-testid="profile-submit">
        {t('account.save')}
      </Button>
    </GenericForm>
  );
}
