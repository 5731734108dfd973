import { addTexts } from '../../platform/locale.ts';

/** Texts of what became of a command to a device. */
export const zhCN = {
  'commandResult.queued': '等待设备上线',
  'commandResult.sent': '已下发',
  'commandResult.delivered': '已送达',
  'commandResult.successful': '成功',
  'commandResult.timeout': '设备没有应答',
  'commandResult.expired': '已过期',
  'commandResult.failed': '失败',
  'commandResult.offline': '设备离线',
  'commandResult.because': '失败：{reason}',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
