import type { NewPasswordTextKey } from './new-password.zh-CN.ts';

export const newPasswordEn: Readonly<Record<NewPasswordTextKey, string>> = {
  'newPassword.title': 'Forgotten password',
  'newPassword.why': 'Enter the e-mail address of your account. You receive a link to choose a new password.',
  'newPassword.email': 'E-mail address',
  'newPassword.emailRequired': 'Enter an e-mail address',
  'newPassword.send': 'Send the link',
  'newPassword.sent.title': 'Look into your mail',
  'newPassword.sent':
    'If {email} is the address that an administrator has entered for an account, the link was sent. It works for 30 minutes, once. If nothing arrives, look into your spam folder or ask an administrator for a new password.',
  'newPassword.choose.title': 'Choose a new password',
  'newPassword.choose': 'Account: {name}. All its logins and passkeys end.',
  'newPassword.new': 'New password',
  'newPassword.hint': 'At least 15 characters; it may be a sentence',
  'newPassword.tooShort': 'A password has at least 15 characters; it may be a sentence',
  'newPassword.submit': 'Set the password',
  'newPassword.done.title': 'The password is set',
  'newPassword.done': 'Log in with the new password.',
  'newPassword.gone.title': 'This link does not work',
  'newPassword.gone': 'It was used, has expired, or is not complete.',
  'newPassword.again': 'Send another link',
  'newPassword.toLogin': 'Back to the login',
};
