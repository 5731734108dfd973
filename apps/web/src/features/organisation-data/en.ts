export const en = {
  'organisationData.title': 'Data of the organisation',
  'organisationData.subtitle': 'Export all that the organisation owns, or delete it for good',
  'organisationData.forbidden.title': 'For administrators of the organisation',
  'organisationData.forbidden.hint': 'Ask an administrator of your organisation.',
  'organisationData.exports': 'Exports',
  'organisationData.exports.hint':
    'One zip with all tables (JSON lines), the readings of devices and the files, kept for 7 days. It has no passwords and keys, but contact details: keep it safe.',
  'organisationData.exports.none': 'No exports yet',
  'organisationData.exports.new': 'Export everything',
  'organisationData.export.running': 'Being made: {percent} %',
  'organisationData.export.done': 'Ready · {size}',
  'organisationData.export.failed': 'It was not completed; try again',
  'organisationData.export.download': 'Download',
  'organisationData.export.remove': 'Remove the export of {date}',
  'organisationData.export.removed': 'The export is removed',
  'organisationData.delete': 'Delete the organisation for good',
  'organisationData.delete.hint':
    'Devices, readings, scenes, files and rules are deleted and cannot be restored, and so are accounts that belong to no other organisation. The audit log stays. Export the data before.',
  'organisationData.delete.owners': 'Only owners of the organisation delete it.',
  'organisationData.delete.open': 'Delete {name} …',
  'organisationData.delete.title': 'Delete {name} for good?',
  'organisationData.delete.message':
    'From now on nobody works at {name}, messages of its devices are refused, and all its data is deleted behind. It cannot be undone.',
  'organisationData.delete.name': 'Enter the name of the organisation to confirm',
  'organisationData.delete.name.wrong': 'Enter exactly: {name}',
  'organisationData.delete.submit': 'Delete for good',
  'organisationData.delete.begun': '{name} is being deleted',
};
