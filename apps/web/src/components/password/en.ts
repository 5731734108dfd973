export const en = {
  'password.title': 'Change your first password',
  'password.why':
    'The server made the password of {name} and showed it once. Choose one that only you know, then go on.',
  'password.current': 'Current password',
  'password.new': 'New password',
  'password.hint': 'At least 15 characters; it may be a sentence',
  'password.tooShort': 'A password has at least 15 characters; it may be a sentence',
  'password.same': 'The new password is the same as the old one',
  'password.submit': 'Change password',
};
