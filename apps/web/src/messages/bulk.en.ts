import type { bulkZhCN } from './bulk.zh-CN.ts';

export const bulkEn: Record<keyof typeof bulkZhCN, string> = {
  'bulk.running': 'Working',
  'bulk.done': '{done} of {total} done',
  'bulk.failed': '{n} failed: {reason}',
  'bulk.stop': 'Stop',
  'bulk.undo': 'Undo',
  'bulk.close': 'Close',
};
