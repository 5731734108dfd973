import type { DeviceShare } from '@farm3d/api';
import { dateText } from '../../platform/time-text.ts';
import { levelOf } from './levels.ts';
import { t } from './zh-CN.ts';

/** What a share allows, which attributes it shows, and until when. */
export function termsText({ permissions, attributes, expiresAt }: DeviceShare): string {
  const level = levelOf(permissions);
  return [
    t(level === null ? 'shares.level.other' : `shares.level.${level}`),
    attributes === null
      ? t('shares.attributes.all')
      : t('shares.attributes.some', { names: attributes.join(', ') }),
    expiresAt === null ? t('shares.until.none') : t('shares.until.date', { date: dateText(expiresAt) }),
  ].join(' · ');
}
