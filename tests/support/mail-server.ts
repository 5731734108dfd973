import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server took. */
interface TakenMail {
  readonly to: readonly string[];
  /** Message-ID without its brackets. */
  readonly id: string;
  readonly text: string;
}

export interface MailServer {
  /** For FARM3D_SMTP_URL. */
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** Called before a mail is taken: one that never resolves leaves the sender waiting. */
  before: (to: readonly string[]) => Promise<void>;
  close(): Promise<void>;
}

function parse(source: string): { id: string; text: string } {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(head);
  return {
    id: /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? '',
    text: isBase64 ? Buffer.from(text, 'base64').toString() : text,
  };
}

/** A real SMTP server on a free port of this machine. @param options replace those of a server that takes everything */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const take = async (): Promise<void> => {
        const to = envelope.rcptTo.map(({ address }) => address);
        await mail.before(to);
        taken.push({ to, ...parse(Buffer.concat(chunks).toString()) });
        done();
      };
      stream.on('end', () => void take());
    },
    ...options,
  });
  // A killed sender ends its connection.
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    before: async () => undefined,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return mail;
}
