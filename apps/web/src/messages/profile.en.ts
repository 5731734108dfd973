import type { ProfileTextKey } from './profile.zh-CN.ts';

export const profileEn: Record<ProfileTextKey, string> = {
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
