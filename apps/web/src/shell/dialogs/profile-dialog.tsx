import { useEffect } from 'react';
import { SelectField, Skeleton } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { profile } from '../../platform/dialogs.ts';
import { ProfileModel } from './profile-model.ts';
import { t, type zhCN } from './zh-CN.ts';

const LEVELS: readonly (keyof typeof zhCN)[] = [
  'profile.province',
  'profile.city',
  'profile.county',
  'profile.town',
  'profile.village',
];

/** Dialog with the user name and the region whose weather the scenes show. */
export default function ProfileDialog() {
  const model = useModelOf(ProfileModel);
  const { user } = useServices().session;
  useEffect(() => void model.load(), [model]);
  return (
    <PageDialog
      keepOpen={model.saving.value}
      onClose={profile.close}
      title={t('profile.title')}
      testId="profile-dialog"
      actions={
        <DialogButtons
          onCancel={profile.close}
          label={t('scene.save')}
          busy={model.saving.value}
          disabled={model.saving.value}
          testId="profile-save"
          onSubmit={() => void model.save()}
        />
      }
    >
      <p className="pt-1 text-note text-ink-3">
        {t('login.username')} <span className="text-body text-ink">{user.value?.username}</span>
      </p>
      <fieldset className="mt-4 flex flex-col gap-3">
        <legend className="mb-2 text-body font-semibold">{t('profile.area')}</legend>
        <p className="text-note text-ink-3">{t('profile.area.hint')}</p>
        {model.choices.value.length === 0 && <Skeleton className="h-11" />}
        {model.choices.value.map(({ areas, chosen }, at) => (
          <SelectField
            key={areas[0]?.parentCode ?? at}
            label={t(LEVELS[(areas[0]?.level ?? at + 1) - 1] ?? 'profile.area')}
            placeholder={t('profile.area.placeholder')}
            required={at === 0}
            testId={`profile-area-${at + 1}`}
            value={chosen}
            error={at === 0 && chosen === null && model.isRequired.value ? t('profile.area.required') : null}
            options={areas.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(code) => void model.choose(at, code)}
          />
        ))}
      </fieldset>
    </PageDialog>
  );
}
