export const en = {
  'bulk.running': 'Working',
  'bulk.done': '{done} of {total} done',
  'bulk.failed': '{n} failed: {reason}',
  'bulk.stop': 'Stop',
  'bulk.undo': 'Undo',
  'bulk.selected': '{n} selected',
  'bulk.select.all': 'Select all {n}',
  'bulk.select.none': 'Clear the selection',
};
