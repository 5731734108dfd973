import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createMailSender, MailNotSent } from './mail-sender.ts';

const FROM = 'Farm <farm@example.org>';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real mail server; what it took, as lines of the protocol. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: { to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  closing.push(() => new Promise((done) => server.close(() => done(undefined))));
  const { port } = server.server.address() as AddressInfo;
  return { taken, port };
}

const sender = (port: number, login = '') => {
  const mail = createMailSender({ url: `smtp://${login}127.0.0.1:${port}`, from: FROM });
  closing.push(() => mail.close());
  return mail;
};
const problem = (sent: Promise<void>) =>
  sent.then(
    () => 'sent',
    (error: unknown) => (error instanceof MailNotSent ? error.problem : error),
  );
const mail = { to: 'zhang@example.org', subject: '告警：土壤过干', text: '三号棚 12 %' };

it('hands a mail with Chinese text to the mail server, with the same id each time', async () => {
  const { taken, port } = await mailServer();
  const to = sender(port);
  await to.send({ ...mail, id: 'n-1' });
  await to.send({ ...mail, id: 'n-1' });
  expect(taken.map((one) => one.to)).toEqual([['zhang@example.org'], ['zhang@example.org']]);
  for (const { source } of taken) expect(source).toContain('Message-ID: <n-1@example.org>');
  const body = taken[0]?.source.split('\r\n\r\n')[1] ?? '';
  expect(Buffer.from(body, 'base64').toString()).toContain('三号棚 12 %');
});

it('makes of an address and a subject no further recipients or headers', async () => {
  const { taken, port } = await mailServer();
  const to = sender(port);
  await to.send({ ...mail, subject: 'a\r\nBcc: other@example.org' });
  await to.send({ ...mail, to: 'one@example.org, two@example.org' }).catch(() => undefined);
  expect(taken[0]?.source).toContain('Subject: a Bcc: other@example.org');
  expect(taken[0]?.to).toEqual(['zhang@example.org']);
  expect(taken.flatMap((one) => one.to)).not.toContain('two@example.org');
});

it('says why a mail was not taken', async () => {
  const answer = (code: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('no'), { responseCode: code }));
  const strict = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  });
  const refusing = await mailServer({ onRcptTo: answer(550) });
  const busy = await mailServer({ onRcptTo: answer(451) });
  const gone = createServer();
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
  const { port } = gone.address() as AddressInfo;
  await new Promise((done) => gone.close(done));
  expect(await problem(sender(strict.port, 'farm:bad@').send(mail))).toBe('wrong-secret');
  expect(await problem(sender(refusing.port).send(mail))).toBe('refused');
  expect(await problem(sender(busy.port).send(mail))).toBe('later');
  expect(await problem(sender(port).send(mail))).toBe('unreachable');
  const nobody = createMailSender({ url: undefined, from: undefined });
  expect(await problem(nobody.send(mail))).toBe('not-configured');
});

it('is from the farm, to one address, and its text is that of a person', async () => {
  const { taken, port } = await mailServer();
  const to = sender(port);
  expect(to.configured).toBe(true);
  await to.send({ ...mail, subject: 'a \t b' });
  await to.send({ ...mail, subject: 'a' });
  const [source = '', other = ''] = taken.map((one) => one.source);
  for (const line of [
    'From: Farm <farm@example.org>',
    'To: zhang@example.org',
    'Subject: a b',
    'Content-Transfer-Encoding: base64',
  ])
    expect(source.split('\r\n')).toContain(line);
  // Without an id each is a mail of its own.
  const idOf = (text: string): string | undefined => /^Message-ID: (.+)$/im.exec(text)?.[1];
  expect(idOf(source)).toMatch(/@example\.org>$/);
  expect(idOf(source)).not.toBe(idOf(other));
});

it('without a server or a sender nothing is sent, and that is said', async () => {
  for (const settings of [
    { url: undefined, from: FROM },
    { url: 'smtp://127.0.0.1:1', from: undefined },
  ]) {
    const nobody = createMailSender(settings);
    expect(nobody.configured).toBe(false);
    expect(await problem(nobody.send(mail))).toBe('not-configured');
    nobody.close();
  }
});

it('tells what the server said, at most five hundred characters of it', async () => {
  const failureOf = async (text: string, responseCode: number) => {
    const { port } = await mailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error(text), { responseCode })),
    });
    return sender(port)
      .send(mail)
      .catch((error: unknown) => error as MailNotSent);
  };
  expect(await failureOf('no such person', 550)).toMatchObject({
    name: 'MailNotSent',
    problem: 'refused',
    message: '550 no such person',
  });
  expect(await failureOf('x', 500)).toMatchObject({ problem: 'refused' });
  expect(await failureOf('x', 499)).toMatchObject({ problem: 'later' });
  const long = await failureOf('y'.repeat(2_000), 450);
  expect(long?.message).toBe(`450 ${'y'.repeat(496)}`);
  expect([new MailNotSent('timeout').message, new MailNotSent('timeout', 'late').message]).toEqual([
    'timeout',
    'late',
  ]);
});

it('reads no file and no address that a text names', async () => {
  const { taken, port } = await mailServer();
  const text = { path: import.meta.filename } as unknown as string;
  expect(await problem(sender(port).send({ ...mail, text }))).not.toBe('sent');
  expect(taken).toEqual([]);
});
