export const en = {
  'bulk.running': 'Working',
  'bulk.done': '{done} of {total} done',
  'bulk.failed': '{n} failed: {reason}',
  'bulk.stop': 'Stop',
  'bulk.undo': 'Undo',
  'bulk.close': 'Close',
};
