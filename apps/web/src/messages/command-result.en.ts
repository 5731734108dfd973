import type { commandResultZhCN } from './command-result.zh-CN.ts';

export const commandResultEn: Record<keyof typeof commandResultZhCN, string> = {
  'commandResult.queued': 'Waits for the device',
  'commandResult.sent': 'Sent',
  'commandResult.delivered': 'Delivered',
  'commandResult.successful': 'Done',
  'commandResult.timeout': 'No answer',
  'commandResult.expired': 'Expired',
  'commandResult.failed': 'Failed',
  'commandResult.offline': 'Device offline',
  'commandResult.because': 'Failed: {reason}',
};
