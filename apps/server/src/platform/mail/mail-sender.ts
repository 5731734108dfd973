import { createTransport } from 'nodemailer';
import { idAtDomain } from './message-id.ts';

/** One e-mail as plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Stays the same when it is sent again, so that a mail program shows it once. Default: a new one. */
  readonly id?: string;
}

/** Why the mail server did not take a mail, or whom to ask. */
export type MailProblem =
  /** There is no FARM3D_SMTP_URL. */
  | 'not-configured'
  | 'unreachable'
  | 'timeout'
  /** User name or password were refused. */
  | 'wrong-secret'
  /** Refused for good (5xx). */
  | 'refused'
  /** Refused for now (4xx). */
  | 'later';

/** The mail server did not take a mail. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  readonly problem: MailProblem;

  constructor(problem: MailProblem, detail = '') {
    super(detail === '' ? problem : detail);
    this.problem = problem;
  }
}

/** Sends e-mail. */
export interface MailSender {
  /** Whether a mail server is set. */
  readonly configured: boolean;
  /** Resolves when the mail server has taken the mail. @throws {MailNotSent} */
  send(mail: Mail): Promise<void>;
  close(): void;
}

interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; undefined: e-mail is not sent. */
  readonly url: string | undefined;
  /** Sender: `Farm <farm@example.org>`. */
  readonly from: string | undefined;
}

/** One connection, attempt or answer takes at most this long, milliseconds. */
const TIMEOUT_MS = 10_000;

const NOBODY: MailSender = {
  configured: false,
  send: () => Promise.reject(new MailNotSent('not-configured')),
  close: () => undefined,
};

/** Sends through the mail server of the settings; without one each mail fails as 'not-configured'. */
export function createMailSender({ url, from }: MailSettings): MailSender {
  if (url === undefined || from === undefined) return NOBODY;
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Contents come from people: nothing is read from a path or address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    configured: true,
    async send({ to, subject, text, id }) {
      try {
        await transport.sendMail({
          from,
          // An object: a comma in it makes no second address.
          to: { name: '', address: to },
          // A line break would begin another header.
          subject: subject.replaceAll(/\s+/g, ' '),
          text,
          textEncoding: 'base64',
          ...(id !== undefined && { messageId: idAtDomain(id, from) }),
        });
      } catch (error) {
        throw problemOf(error);
      }
    },
    close: () => transport.close(),
  };
}

function problemOf(error: unknown): MailNotSent {
  const { code, responseCode, response, message } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message: string;
  };
  const detail = (response ?? message).slice(0, 500);
  if (code === 'EAUTH') return new MailNotSent('wrong-secret', detail);
  if (responseCode !== undefined) return new MailNotSent(responseCode >= 500 ? 'refused' : 'later', detail);
  return new MailNotSent(code === 'ETIMEDOUT' ? 'timeout' : 'unreachable', detail);
}
