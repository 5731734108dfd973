/**
 * Parts of the passwords that are guessed first: from the lists of leaked ones, Chinese and English. Length comes from
 * repeating and joining them, so they are taken out of a password before the rest is judged.
 */
const PARTS = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'qwertyuiop',
  'qwerty',
  'qwert',
  'asdfghjkl',
  'asdfgh',
  'asdf',
  'zxcvbnm',
  'zxcvbn',
  'zxcv',
  '1qaz2wsx3edc',
  '1qaz2wsx',
  'qazwsxedc',
  'qazwsx',
  '1q2w3e4r5t',
  '1q2w3e4r',
  '1q2w3e',
  'q1w2e3r4',
  'a1b2c3d4',
  'administrator',
  'admin',
  'root',
  'letmein',
  'welcome',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'monkey',
  'dragon',
  'master',
  'superman',
  'batman',
  'trustno1',
  'starwars',
  'computer',
  'internet',
  'default',
  'changeme',
  'secret',
  'login',
  'guest',
  'woaini',
  'woaiwojia',
  'wobuzhidao',
  'nihao',
  'mima',
  'caonima',
  '5201314',
  '1314520',
  '520520',
  '7758521',
  '5841314',
  '1314',
  '147258369',
  '147258',
  '159357',
  '159753',
  '123321',
  '112233',
  '121212',
  '888888',
  '666666',
  '168168',
  'aa123456',
  'abc123',
  'a123456',
];

/** Characters that must remain, all different. */
const MIN_REMAINING = 5;

/** Runs such as `4567`, `dcba` and `aaaa`: each character follows the one before by the same step of 0 or 1. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    const step = text.charCodeAt(end) - text.charCodeAt(start);
    if (Math.abs(step) <= 1) {
      while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
    }
    if (end - start >= 3) {
      start = end;
    } else {
      rest += text[start];
      start += 1;
    }
  }
  return rest;
}

/** Whether a password of any length is made of common ones, of runs and of few characters. */
export function isCommonPassword(password: string): boolean {
  let rest = password.normalize('NFKC').toLowerCase();
  // Longer ones first: they contain the shorter.
  const parts = PARTS.toSorted((a, b) => b.length - a.length);
  for (const part of parts) rest = rest.replaceAll(part, '');
  return new Set(withoutRuns(rest)).size < MIN_REMAINING;
}
