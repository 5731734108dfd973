import { createModel, signal } from '@preact/signals-react';
import { message } from '@farm3d/api';
import { email, telphone } from '@farm3d/api/validation';
import { createFormModel, type FieldValue, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { smallPicture } from '../../platform/small-picture.ts';
import { showToast } from '../../platform/toasts.ts';
import type { Profile } from './model.ts';
import { t } from './zh-CN.ts';

const TEXT_MAX = 64;
const EMAIL_MAX = 254;

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** The profile of the caller. @param onSaved receives it after the call */
export const ProfileFormModel = createModel((person: Profile, onSaved: (saved: Profile) => void) => {
  const form = createFormModel({
    fields: () => [
      { key: 'displayName', type: 'text', label: t('account.displayName'), maxLength: TEXT_MAX },
      {
        key: 'phone',
        type: 'text',
        label: t('account.phone'),
        isHalf: true,
        check: (value) =>
          typed(value) === '' || telphone(typed(value)) ? null : message('user.phone', locale.value),
      },
      {
        key: 'email',
        type: 'text',
        label: t('account.email'),
        isHalf: true,
        maxLength: EMAIL_MAX,
        check: (value) =>
          typed(value) === '' || email(typed(value)) ? null : message('user.email', locale.value),
      },
      { key: 'areaCode', type: 'cascader', label: t('account.area'), hint: t('account.area.hint') },
    ],
    locale,
    initial: {
      displayName: person.displayName,
      phone: person.phone,
      email: person.email,
      areaCode: person.areaCode,
    },
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const saved = await api.auth.updateMe({
        displayName: typed(values['displayName']),
        phone: typed(values['phone']),
        email: typed(values['email']),
        areaCode: typed(values['areaCode']) || null,
      });
      onSaved(saved);
    },
  };
});

/** The picture of the caller. @param onSaved receives the profile after the call */
export const PictureModel = createModel((onSaved: (saved: Profile) => void) => {
  const busy = signal(false);
  const save = async (picture: string | null): Promise<void> => {
    busy.value = true;
    try {
      onSaved(await api.auth.updateMe({ picture }));
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
    }
  };
  return {
    busy,
    save,
    choose: async (file: File): Promise<void> => {
      const picture = await smallPicture(file).catch(() => null);
      if (picture === null) showToast('error', t('account.picture.none'));
      else await save(picture);
    },
  };
});
