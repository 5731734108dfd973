import { setTimeout as pause } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import type { ChaosValve } from './chaos-valve.ts';

/** What people and devices do while the server is killed, stopped and set. Nothing here gives up. */

/** Between two readings of a device, and two commands of a person, milliseconds. */
const READING_PAUSE_MS = 150;
const COMMAND_PAUSE_MS = 350;
const CLAIM_PAUSE_MS = 1_500;
/** Of a call: a stopped server answers when it goes on. */
const CALL_TIMEOUT_MS = 60_000;

type Post = (path: string, body: unknown, token?: string) => Promise<Answer>;

export interface Answer {
  /** 0: none came, the server may have done it or not. */
  readonly status: number;
  readonly body: { readonly data?: Readonly<Record<string, unknown>> };
}

/** Posts to the server at the address that it has now. */
export function poster(baseUrl: () => string): Post {
  return async (path, body, token) => {
    try {
      const answer = await fetch(baseUrl() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
    } catch {
      return { status: 0, body: {} };
    }
  };
}

const isNoAnswer = ({ status }: Answer): boolean => status === 0 || status >= 500;

/** A probe: alternately dry and wet, so that every second reading begins an episode of its alarm. */
export class ChaosProbe {
  readonly id: string;
  /** Numbers of the readings that were acknowledged; of those, the ones that were sent several times. */
  readonly acknowledged = new Set<number>();
  readonly repeated = new Set<number>();
  readonly refused: string[] = [];
  readonly #send: (n: number, values: object) => Promise<Answer>;
  #next = 0;

  /** @param send resolves when the reading is acknowledged, or with what came instead */
  constructor(id: string, send: (n: number, values: object) => Promise<Answer>) {
    this.id = id;
    this.#send = send;
  }

  /** Episodes of dryness that were acknowledged. */
  get episodes(): number {
    return [...this.acknowledged].filter((n) => n % 2 === 0).length;
  }

  /** Ends after an acknowledged reading. */
  async report(isOver: () => boolean): Promise<void> {
    for (; !isOver(); this.#next += 1) {
      const n = this.#next;
      const values = { soilMoisture20: n % 2 === 0 ? 5 : 30, n };
      for (;;) {
        const answer = await this.#send(n, values);
        if (answer.status === 200) break;
        if (!isNoAnswer(answer)) this.refused.push(`${n}: ${JSON.stringify(answer)}`);
        this.repeated.add(n);
        await pause(READING_PAUSE_MS);
      }
      this.acknowledged.add(n);
      await pause(READING_PAUSE_MS);
    }
  }
}

/** A reading keeps its time when it is sent again. */
const timed = (times: Map<number, number>, n: number): number => {
  const ts = times.get(n) ?? Date.now();
  times.set(n, ts);
  return ts;
};

export function probeByHttp(id: string, token: string, post: Post, hasTime: boolean): ChaosProbe {
  const times = new Map<number, number>();
  return new ChaosProbe(id, (n, values) =>
    post(`/api/v1/${token}/telemetry`, hasTime ? { ts: timed(times, n), values } : values),
  );
}

/** By QoS 1, with times: the client itself sends again what was not acknowledged. */
export function probeByMqtt(id: string, client: MqttClient): ChaosProbe {
  const times = new Map<number, number>();
  return new ChaosProbe(id, async (n, values) => {
    const reading = JSON.stringify({ ts: timed(times, n), values });
    await client.publishAsync('v1/devices/me/telemetry', reading, { qos: 1 });
    return { status: 200, body: {} };
  });
}

/** Opens and closes valves, now or as soon as they listen. */
export class ChaosPerson {
  /** Commands that were accepted to wait for their valve. */
  readonly queued: string[] = [];
  readonly statuses = new Map<number, number>();
  readonly #post: Post;
  readonly #token: (valve: ChaosValve) => string;
  readonly #random: () => number;

  /** @param token of somebody who may operate the valve now */
  constructor(post: Post, token: (valve: ChaosValve) => string, random: () => number) {
    this.#post = post;
    this.#token = token;
    this.#random = random;
  }

  async operate(valves: readonly ChaosValve[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const valve = valves[Math.floor(this.#random() * valves.length)];
      if (!valve) throw new Error('no valve');
      const waits = this.#random() < 0.25;
      const command = {
        method: 'switchValve',
        params: { open: this.#random() < 0.65 },
        ...(waits ? { persistent: true, expiresIn: 60_000 } : { timeout: 2_000 }),
      };
      const { status, body } = await this.#post(
        `/api/device/${valve.id}/rpc/twoway`,
        command,
        this.#token(valve),
      );
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (waits && status === 200) this.queued.push(String(body.data?.['rpcId']));
      await pause(COMMAND_PAUSE_MS * this.#random());
    }
  }
}

/** Two organisations that take a device from each other. */
export class ChaosClaims {
  answered = 0;
  readonly refused: string[] = [];
  /** Which of the two has it, as far as was answered. */
  owner: 0 | 1 = 0;
  readonly #post: Post;
  readonly #deviceId: string;
  readonly #tokens: readonly [string, string];
  readonly #ownerNow: () => Promise<0 | 1>;

  /** @param ownerNow asks the database, as soon as it answers */
  constructor(
    post: Post,
    deviceId: string,
    tokens: readonly [string, string],
    ownerNow: () => Promise<0 | 1>,
  ) {
    this.#post = post;
    this.#deviceId = deviceId;
    this.#tokens = tokens;
    this.#ownerNow = ownerNow;
  }

  async claim(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const other = this.owner === 0 ? 1 : 0;
      const made = await this.#try(`/api/devices/${this.#deviceId}/claimcode`, {}, this.owner);
      if (made) {
        const { code } = made as { code: string };
        const taken = await this.#try('/api/devices/verifications', { code }, other);
        if (taken) {
          this.owner = other;
          this.answered += 1;
        } else {
          // It is complete or has no effect.
          this.owner = await this.#ownerNow();
        }
      }
      await pause(CLAIM_PAUSE_MS);
    }
  }

  /** Null when no answer came. */
  async #try(path: string, body: object, by: 0 | 1): Promise<object | null> {
    const answer = await this.#post(path, body, this.#tokens[by]);
    if (answer.status === 200) return answer.body.data ?? {};
    if (!isNoAnswer(answer)) this.refused.push(`${path}: ${JSON.stringify(answer)}`);
    return null;
  }
}
