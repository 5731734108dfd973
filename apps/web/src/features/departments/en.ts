export const en = {
  'departments.subtitle': 'Departments of the organisation, and those below them',
  'departments.count': '{n} {n|department|departments}',
  'departments.new': 'New department',
  'departments.below': 'New department below',
  'departments.rename': 'Rename',
  'departments.menu': 'Actions for {name}',
  'departments.name': 'Name',
  'departments.parent': 'Below {name}',
  'departments.save': 'Save',
  'departments.people': '{n} {n|person|people}',
  'departments.none': 'No departments yet',
  'departments.none.hint':
    'Departments put people in order: choose each one’s department on the page of users.',
  'departments.saved': 'Saved',
  'departments.removed': '{name} was deleted',
  'departments.remove.message':
    '“{name}” and all departments below it are deleted. Their people stay, without a department.',
};
