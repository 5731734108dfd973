import type { Client } from 'aedes';
import { refusedConnack } from './packets.ts';
import { REASON, type Reason } from './reason-codes.ts';

/** Why a connection is refused, in both protocols. */
interface ConnectionRefusal extends Reason {
  /** CONNACK code of MQTT 3.1.1. */
  readonly returnCode: number;
}

const TOKEN_MISSING = 'the access token of the device must be the user name';

export const REFUSED = {
  identifier: { returnCode: 2, code: REASON.clientIdentifierNotValid, reason: TOKEN_MISSING },
  guessing: {
    returnCode: 3,
    code: REASON.connectionRateExceeded,
    reason: 'too many wrong access tokens from this address; try again later',
  },
  unavailable: { returnCode: 3, code: REASON.serverUnavailable, reason: 'the device could not be looked up' },
  credentials: {
    returnCode: 4,
    code: REASON.badUserNameOrPassword,
    reason: 'the user name is no access token of a device',
  },
  certificate: {
    returnCode: 5,
    code: REASON.notAuthorized,
    reason: 'the client certificate stands for no device, or is not valid now',
  },
  anonymous: { returnCode: 5, code: REASON.notAuthorized, reason: TOKEN_MISSING },
} as const satisfies Record<string, ConnectionRefusal>;

/** Callback of aedes, without its `const enum` of codes, which type stripping cannot read. */
export interface AuthenticationAnswer {
  done(error: Error | null, ok: boolean | null): void;
}

/** Refuses a connection; a client of MQTT 5 gets a reason code, which aedes does not send. */
export function refuse(client: Client, answer: AuthenticationAnswer, refusal: ConnectionRefusal): void {
  if (client.version === 5) client.conn.end(refusedConnack(refusal), () => client.close());
  else answer.done(Object.assign(new Error('refused'), { returnCode: refusal.returnCode }), null);
}

/**
 * As ThingsBoard's MQTT transport: 4 when exactly one of user name and password is missing or all three are given and
 * wrong; 2 when only a client id is given; 5 when nothing is.
 */
export function refusalOfCredentials(
  username: string | undefined,
  password: Buffer | undefined,
  clientId: string,
): ConnectionRefusal {
  if (username || password?.length) return REFUSED.credentials;
  // aedes gives a client without an id a generated one.
  return clientId && !clientId.startsWith('aedes_') ? REFUSED.identifier : REFUSED.anonymous;
}
