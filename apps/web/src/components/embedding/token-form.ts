import { createModel } from '@preact/signals-react';
import { embedTokens, MAX_EMBED_ORIGINS, pageOrigin } from '@farm3d/api';
import { createForm } from '../../kit/forms/create-form.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
const DAY_MS = 86_400_000;
/** The server takes up to 366 days; the end is that of a day. */
const LONGEST_DAYS = 365;
const DEFAULT_DAYS = 90;

/** A scene that another site is to show. */
export interface SharedScene {
  readonly id: string;
  readonly name: string;
}

/** The end of a day, where the user is. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime();

/** The day so many days from now, yyyy-MM-dd. */
function dayAfter(days: number): string {
  const date = new Date(presentTime() + days * DAY_MS);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Origins, one a line; commas and spaces part them as well. */
const originsIn = (text: unknown): readonly string[] =>
  (typeof text === 'string' ? text : '').split(/[\s,，]+/).filter((origin) => origin !== '');

function originsFault(value: unknown): string | null {
  const origins = originsIn(value);
  const wrong = origins.find((origin) => pageOrigin(origin) === null);
  if (wrong !== undefined) return t('embedding.origins.wrong', { origin: wrong });
  return origins.length > MAX_EMBED_ORIGINS ? t('embedding.origins.many', { n: MAX_EMBED_ORIGINS }) : null;
}

function endFault(day: unknown): string | null {
  if (typeof day !== 'string' || day === '') return null;
  if (endOfDay(day) < presentTime()) return t('embedding.until.past');
  return day > dayAfter(LONGEST_DAYS) ? t('embedding.until.far') : null;
}

/** Form of a new embed token of a scene. */
export const TokenFormModel = createModel(
  (services: Services, scene: SharedScene, onMade: (token: string) => void) =>
    createForm(services, {
      fields: () => [
        {
          key: 'origins',
          type: 'textarea',
          label: t('embedding.origins'),
          hint: t('embedding.origins.hint'),
          placeholder: 'https://portal.example',
          required: true,
          maxLength: 4000,
          check: originsFault,
        },
        {
          key: 'until',
          type: 'date',
          label: t('embedding.until'),
          hint: t('embedding.until.hint'),
          required: true,
          isHalf: true,
          check: endFault,
        },
        {
          key: 'name',
          type: 'text',
          label: t('embedding.name'),
          hint: t('embedding.name.hint'),
          required: true,
          maxLength: NAME_MAX,
          isHalf: true,
        },
      ],
      initial: { name: scene.name, until: dayAfter(DEFAULT_DAYS) },
      bodyFields: { expireTime: 'until' },
      send: async ({ name, origins, until }) => {
        const made = await services.clientOf({ embedTokens }).embedTokens.create({
          name: (name as string).trim(),
          sceneId: scene.id,
          origins: originsIn(origins),
          expiresAt: endOfDay(until as string),
        });
        onMade(made.token);
      },
    }),
);
