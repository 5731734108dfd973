import { useRef } from 'react';
import { useModel } from '@preact/signals-react';
import { Button, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { PersonPicture } from '../../../components/person-picture.tsx';
import type { Account, Profile } from '../model.ts';
import { PictureModel, ProfileFormModel } from '../profile-form.ts';
import { t } from '../zh-CN.ts';

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
  const { form, send } = useModel(() => new ProfileFormModel(person, model.saved));
  return (
    <GenericForm id="profile-form" model={form} services={formServices()} send={send}>
      <Button type="submit" variant="primary" busy={form.busy.value} data-testid="profile-submit">
        {t('account.save')}
      </Button>
    </GenericForm>
  );
}

function Picture({ person, model }: PartProps) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, choose, save } = useModel(() => new PictureModel(model.saved));
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
