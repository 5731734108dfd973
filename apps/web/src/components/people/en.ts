export const en = {
  'invitations.invitee': 'For whom',
  'invitations.invitee.hint':
    'User name or e-mail address; the name of an existing user makes it for that account alone',
  'invitations.days': 'Valid for days',
  'invitations.link.title': 'Invitation for {name}',
  'invitations.link.hint':
    'The link is shown this once and works once, until {date}. Hand it over in a safe way.',
  'invitations.link': 'Link',
  'invitations.done': 'Handed over',
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
