export const en = {
  'workplaces.title': 'My organisations',
  'workplaces.current': 'Current',
  'workplaces.inactive': 'Suspended',
  'workplaces.switch': 'Switch',
  'workplaces.leave': 'Leave',
  'workplaces.leave.message':
    'Your keys and embed tokens at {name} end, too. You come back by a new invitation only.',
  'workplaces.leave.last':
    'It is your only organisation: you cannot log in before you accept another invitation.',
  'workplaces.left': 'You have left {name}',
  'profile.area': 'Region',
  'profile.area.hint': 'Scenes show the real weather of this region.',
  'profile.area.placeholder': 'Choose',
  'profile.area.required': 'Please choose a region',
  'profile.province': 'Province',
  'profile.city': 'City',
  'profile.county': 'County',
  'profile.town': 'Town',
  'profile.village': 'Village',
  'profile.saved': 'Saved',
  'profile.failed': 'Could not be saved: {reason}',
};
