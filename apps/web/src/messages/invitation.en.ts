import type { invitationZhCN } from './invitation.zh-CN.ts';

export const invitationEn: Record<keyof typeof invitationZhCN, string> = {
  'invitation.title': 'Join {name}',
  'invitation.for': 'An invitation for {invitee}, valid until {date}.',
  'invitation.gone.title': 'The invitation is not valid',
  'invitation.gone': 'The link is incomplete, has expired, was taken back or was used. Ask for another one.',
  'invitation.toLogin': 'Go to the login',
  'invitation.join': 'Join as {name}',
  'invitation.other': 'Use another account',
  'invitation.kind': 'Account',
  'invitation.new': 'I am new',
  'invitation.existing': 'I have an account',
  'invitation.displayName': 'Name',
  'invitation.password.hint': 'At least 15 characters; it may be a sentence',
  'invitation.password.tooShort': 'A password has at least 15 characters; it may be a sentence',
  'invitation.accept.new': 'Make the account and join',
  'invitation.accept.existing': 'Log in and join',
};
