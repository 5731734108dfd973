import { createModel } from '@preact/signals-react';
import { apiKeys, message, type Right, type Role } from '@farm3d/api';
import { email, telphone } from '@farm3d/api/validation';
import type { FieldValue } from '@farm3d/ui';
import { rightText, roleText } from '../../components/access/role-text.ts';
import { createAttempts } from '../../kit/actions.ts';
import { createForm } from '../../kit/forms/create-form.ts';
import { locale } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import type { MadeKey, Profile } from './model.ts';
import { t } from './zh-CN.ts';

const TEXT_MAX = 64;
const EMAIL_MAX = 254;

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** The profile of the caller. @param onSaved receives it after the call */
export const ProfileFormModel = createModel(
  (services: Services, person: Profile, onSaved: (saved: Profile) => void) =>
    createForm(services, {
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
      initial: {
        displayName: person.displayName,
        phone: person.phone,
        email: person.email,
        areaCode: person.areaCode,
      },
      send: async (values) =>
        onSaved(
          await services.api.auth.updateMe({
            displayName: typed(values['displayName']),
            phone: typed(values['phone']),
            email: typed(values['email']),
            areaCode: typed(values['areaCode']) || null,
          }),
        ),
    }),
);

/** The picture of the caller. @param onSaved receives the profile after the call */
export const PictureModel = createModel(({ api }: Services, onSaved: (saved: Profile) => void) => {
  const { busy, attempt } = createAttempts();
  const save = (picture: string | null) =>
    attempt(async () => {
      onSaved(await api.auth.updateMe({ picture }));
      return null;
    });
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

/** The end of a day, where the user is. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime();

const asList = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Rights of all roles, or of the named ones. */
const rightsOf = (roles: readonly Role[], named?: readonly string[]): string[] => [
  ...new Set(roles.filter(({ role }) => named?.includes(role) !== false).flatMap(({ rights }) => rights)),
];

/** Form of a new key of a program. @param roles those that the caller can give */
export const KeyFormModel = createModel(
  (services: Services, roles: readonly Role[], onMade: (made: MadeKey) => void) => {
    const calls = services.clientOf({ apiKeys }).apiKeys;
    const rights = rightsOf(roles);
    return createForm(services, {
      fields: () => [
        { key: 'name', type: 'text', label: t('account.key.name'), required: true, maxLength: TEXT_MAX },
        {
          key: 'roles',
          type: 'select',
          multiple: true,
          label: t('account.key.roles'),
          placeholder: t('account.key.roles.placeholder'),
          required: true,
          options: roles.map(({ role }) => ({ value: role, label: roleText(role) })),
        },
        {
          key: 'rights',
          type: 'select',
          multiple: true,
          label: t('account.key.rights'),
          placeholder: t('account.key.rights.placeholder'),
          hint: t('account.key.rights.hint'),
          options: rights.map((right) => ({ value: right, label: rightText(right) })),
          check: (value, values) => {
            const given = rightsOf(roles, asList(values['roles']));
            const missing = asList(value).find((right) => !given.includes(right));
            return missing === undefined
              ? null
              : t('account.key.rights.missing', { right: rightText(missing) });
          },
        },
        {
          key: 'readOnly',
          type: 'switch',
          label: t('account.key.readOnly'),
          hint: t('account.key.readOnly.hint'),
        },
        {
          key: 'until',
          type: 'date',
          label: t('account.key.until'),
          hint: t('account.key.until.hint'),
          check: (value) =>
            typeof value === 'string' && value !== '' && endOfDay(value) < presentTime()
              ? t('account.key.until.past')
              : null,
        },
      ],
      bodyFields: { expireTime: 'until' },
      send: async ({ name, roles: chosen, rights: limits, readOnly, until }) =>
        onMade(
          await calls.create({
            name: (name as string).trim(),
            roles: chosen as readonly string[],
            rights: asList(limits).length === 0 ? null : (asList(limits) as readonly Right[]),
            readOnly: readOnly === true,
            expiresAt: typeof until === 'string' && until !== '' ? endOfDay(until) : null,
          }),
        ),
    });
  },
);

/** Side of the picture of a person, pixels: three times what is drawn of it at most. */
const SIDE = 96;
/** Tried in turn until the server takes the picture, characters of the data URL. */
const QUALITIES = [0.85, 0.6, 0.35] as const;
const MAX_LENGTH = 8_000;

/**
 * The middle of an image file as a small JPEG, as a data URL.
 * @throws {Error} for a file that is no image
 */
async function smallPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no images');
  // What is transparent in the file would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  const tries = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return tries.find(({ length }) => length <= MAX_LENGTH) ?? tries.at(-1) ?? '';
}
