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
};
