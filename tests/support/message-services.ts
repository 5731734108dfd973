import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a message: `taken`, or the reason that the log of deliveries is to give. */
export type Fate = 'taken' | 'refused' | 'later' | 'timeout' | 'gone';

/** The key that every service here knows. */
export const RIGHT_KEY = '1:right';

interface Asked {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Answer = readonly [status: number, body: object];

interface Service {
  /** Whether the sender knows the key, as the maker of the service documents it. */
  readonly knows: (asked: Asked) => boolean;
  readonly wrongSecret: Answer;
  /** By fate. */
  readonly answers: Readonly<Record<string, Answer>>;
}

const hmac = (key: string | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64');

/** open.dingtalk.com, developer.work.weixin.qq.com, open.feishu.cn, core.telegram.org/bots, RFC 8030. */
const SERVICES: Readonly<Record<string, Service>> = {
  dingtalk: {
    knows: ({ url: { searchParams } }) => {
      const timestamp = searchParams.get('timestamp') ?? '';
      return searchParams.get('sign') === hmac(RIGHT_KEY, `${timestamp}\n${RIGHT_KEY}`);
    },
    wrongSecret: [200, { errcode: 310000, errmsg: 'sign not match' }],
    answers: {
      taken: [200, { errcode: 0, errmsg: 'ok' }],
      refused: [200, { errcode: 400013, errmsg: 'the group is dissolved' }],
      later: [200, { errcode: 130101, errmsg: 'send too fast' }],
    },
  },
  wecom: {
    knows: ({ url }) => url.searchParams.get('key') === RIGHT_KEY,
    wrongSecret: [200, { errcode: 93000, errmsg: 'invalid webhook url' }],
    answers: {
      taken: [200, { errcode: 0, errmsg: 'ok' }],
      refused: [200, { errcode: 40058, errmsg: 'invalid parameter' }],
      later: [200, { errcode: 45009, errmsg: 'api freq out of limit' }],
    },
  },
  feishu: {
    knows: ({ body }) => {
      const { timestamp = '', sign } = JSON.parse(body) as { timestamp?: string; sign?: string };
      return sign === hmac(`${timestamp}\n${RIGHT_KEY}`, '');
    },
    wrongSecret: [200, { code: 19021, msg: 'sign match fail or timestamp is not within one hour' }],
    answers: {
      taken: [200, { code: 0, msg: 'success' }],
      refused: [200, { code: 19024, msg: 'Key Words Not Found' }],
      later: [200, { code: 11232, msg: 'frequency limited' }],
    },
  },
  telegram: {
    knows: ({ url }) => url.pathname.endsWith(`/bot${RIGHT_KEY}/sendMessage`),
    wrongSecret: [401, { ok: false, error_code: 401, description: 'Unauthorized' }],
    answers: {
      taken: [200, { ok: true, result: {} }],
      refused: [400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }],
      later: [429, { ok: false, error_code: 429, parameters: { retry_after: 5 } }],
    },
  },
  sms: {
    knows: ({ headers }) => headers.authorization === `Bearer ${RIGHT_KEY}`,
    wrongSecret: [401, {}],
    answers: {
      taken: [202, {}],
      refused: [422, {}],
      later: [503, {}],
    },
  },
  webhook: {
    // Whether a receiver accepts the signature is its own affair: its address says it here.
    knows: ({ url }) => url.searchParams.get('key') === RIGHT_KEY,
    wrongSecret: [401, {}],
    answers: {
      taken: [204, {}],
      refused: [404, {}],
      later: [503, {}],
    },
  },
  push: {
    knows: ({ url }) => url.searchParams.get('key') === RIGHT_KEY,
    // The browser has subscribed with another key of the server.
    wrongSecret: [403, {}],
    answers: {
      taken: [201, {}],
      refused: [413, {}],
      later: [429, {}],
      gone: [410, {}],
    },
  },
};

/** @throws for a fate that the service does not know */
function answerOf({ answers }: Service, fate: string): Answer {
  const { [fate]: answer } = answers;
  if (!answer) throw new Error(`no answer ${fate}`);
  return answer;
}

export interface MessageServices {
  /** `host:port`, for FARM3D_OUTGOING_ALLOW. */
  readonly host: string;
  /** Where a channel of this kind meets its fate. */
  readonly address: (kind: string, fate: Fate) => string;
  /** Kinds of the messages that were taken, each as often as it came. */
  readonly taken: readonly string[];
  close(): void;
}

/** The services of all channels but e-mail, on this machine: each checks its key as the real one documents it. */
export async function startMessageServices(): Promise<MessageServices> {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const [, kind = '', fate = ''] = url.pathname.split('/');
      const service = SERVICES[kind];
      if (!service || fate === 'timeout') return;
      // Only a push has no text.
      const body = kind === 'push' ? '' : Buffer.concat(chunks).toString();
      const isKnown = service.knows({ url, headers: request.headers, body });
      const [status, answer] = isKnown ? answerOf(service, fate) : service.wrongSecret;
      if (isKnown && fate === 'taken') taken.push(kind);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    address: (kind, fate) => `http://${host}/${kind}/${fate}`,
    taken,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
