import { notificationsZhCN } from '../../messages/notifications.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about notifications. */
export const t = addTexts(
  notificationsZhCN,
  async () => (await import('../../messages/notifications.en.ts')).notificationsEn,
);

/** Why a delivery failed; a reason of a newer server is shown as it is. */
export const reasonText = (reason: string): string =>
  `notifications.reason.${reason}` in notificationsZhCN
    ? t(`notifications.reason.${reason}` as keyof typeof notificationsZhCN)
    : reason;
