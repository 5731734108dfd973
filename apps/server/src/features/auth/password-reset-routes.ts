import { passwordReset as calls, type Locale } from '@farm3d/api';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { addressOf, clientSourceOf, localeOf } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { MailSender } from '../../platform/mail/mail-sender.ts';
import { hashPassword } from '../users/passwords.ts';
import type { AuthParts } from './login.ts';
import { RESET_MINUTES, type PasswordResets } from './password-resets.ts';

interface Dependencies extends Pick<AuthParts, 'log' | 'audit' | 'onSessionEnd'> {
  readonly resets: PasswordResets;
  readonly mail: MailSender;
  readonly limits: Pick<RateLimits, 'take'>;
  readonly grants: Pick<Grants, 'changed'>;
  /** Address of the platform; undefined: no links are sent, since a request could name any. */
  readonly publicUrl: string | undefined;
}

/** What the e-mail says, by language. */
const MAILS: Readonly<Record<Locale, (username: string, link: string) => { subject: string; text: string }>> =
  {
    'zh-CN': (username, link) => ({
      subject: '重设密码',
      text: `有人请求重设账号 ${username} 的密码。\n\n如果是您本人，请在 ${RESET_MINUTES} 分钟内打开下面的链接，设置新密码。链接只能使用一次：\n\n${link}\n\n如果不是您本人，请忽略这封邮件，密码不会改变。\n`,
    }),
    en: (username, link) => ({
      subject: 'Reset your password',
      text: `Somebody asked to reset the password of the account ${username}.\n\nIf it was you, open this link within ${RESET_MINUTES} minutes and choose a new password. It works once:\n\n${link}\n\nIf it was not you, ignore this e-mail: the password stays as it is.\n`,
    }),
  };

/** `/auth/password-reset`: a new password by a link in an e-mail. */
export function passwordResetRoutes(needs: Dependencies): ServedCall[] {
  const { resets, mail, limits, grants, publicUrl, log, audit, onSessionEnd } = needs;
  const send = async (email: string, locale: Locale, address: string): Promise<void> => {
    for (const { username, email: to, token } of await resets.create(email)) {
      await mail.send({ to, ...MAILS[locale](username, `${publicUrl ?? ''}/new-password#${token}`) });
      log.info({ address, username }, 'a link for a new password was sent');
    }
  };
  const isAvailable = mail.configured && publicUrl !== undefined;
  return [
    serve(calls.offer, () => ({ available: isAvailable })),
    serve(calls.request, async ({ c, body: { email } }) => {
      if (!isAvailable) throw new HttpProblem(409, 'passwordReset.unavailable');
      const wait = await limits.take('reset', clientSourceOf(c));
      if (wait > 0) throw new HttpProblem(429, 'rate.tooMany', { retryAfter: wait / 1000 });
      // Not awaited: the answer for an address that is known takes as long as for one that is not.
      send(email, localeOf(c), addressOf(c)).catch((error: unknown) =>
        log.error({ err: error }, 'a link for a new password was not sent'),
      );
      return null;
    }),
    serve(calls.open, async ({ c, body: { token } }) => {
      c.header('Cache-Control', 'no-store');
      const account = await resets.open(token);
      if (!account) throw notFound();
      return { username: account.username };
    }),
    serve(calls.finish, async ({ c, body: { token, password } }) => {
      // Not hashed for a link that does not work: hashes are expensive.
      if (!(await resets.open(token))) throw notFound();
      const finished = await resets.finish(token, await hashPassword(password));
      if (!finished) throw notFound();
      const { account, ended } = finished;
      await audit.record({
        ...account,
        address: addressOf(c),
        action: 'auth.passwordReset',
        target: c.req.path,
      });
      await Promise.all(ended.map(onSessionEnd));
      await grants.changed({ of: 'person', id: account.userId });
      return null;
    }),
  ];
}
