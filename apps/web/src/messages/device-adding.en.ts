import type { DeviceAddingTextKey } from './device-adding.zh-CN.ts';

export const deviceAddingEn: Record<DeviceAddingTextKey, string> = {
  'adding.more': 'More ways to add devices',
  'adding.import': 'Import a table',
  'adding.claim': 'Claim by code',
  'adding.import.hint':
    'Choose a CSV or XLSX table of up to 1,000 rows. The columns name and productModelCode are required. Nothing is created before you have seen what it would bring.',
  'adding.import.template': 'Download an empty table',
  'adding.import.choose': 'Choose a table',
  'adding.import.other': 'Choose another table',
  'adding.import.checked': '{name}: {good} can be imported, {wrong} {wrong|row|rows} with errors',
  'adding.import.row': 'Row',
  'adding.import.rest': '{n} more {n|row is|rows are} not listed',
  'adding.import.submit': 'Import {n} {n|device|devices}',
  'adding.import.running': 'Creating devices: {done} of {total}',
  'adding.import.refused': 'No device was created: {n} {n|row has|rows have} errors',
  'adding.import.broken': 'The devices could not be created',
  'adding.import.done': '{n} {n|device|devices} created',
  'adding.import.tokens': 'The tokens are given only once, here. Download them before you close this.',
  'adding.import.save': 'Download tokens',
  'adding.import.undo': 'Undo the import',
  'adding.import.undone': 'Import undone, {n} {n|device|devices} deleted',
  'adding.import.finish': 'Done',
  'adding.claim.hint':
    'The present owner makes the code on the page of the device, under Shares. You receive the device with its data.',
  'adding.claim.code': 'Claim code',
  'adding.claim.submit': 'Claim device',
  'adding.claim.done': 'You received “{name}”',
};
