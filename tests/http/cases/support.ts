import { randomUUID } from 'node:crypto';
import { ApiError, buildPath, CALLS, type ApiClient, type CreatedDevice, type CallName } from '@farm3d/api';
import { expect } from 'vitest';
import { picture as pictureBytes } from '../../support/fixtures.ts';

/** The server under test: the real one, or one with a route that returns an empty response. */
export interface ContractTarget {
  readonly baseUrl: string;
  readonly mqttPort: number;
  readonly password: string;
  readonly api: ApiClient;
  readonly accessToken: string;
}

/** A target with a user of another organisation. */
export interface CaseTarget extends ContractTarget {
  /** RTMP port for cameras. */
  readonly rtmpPort: number;
  /** A user of another organisation. */
  readonly neighbour: { readonly api: ApiClient; readonly username: string };
}

/** The cases of one resource; together they must name every route. */
export type Cases<Prefix extends string> = Record<
  Extract<CallName, `${Prefix}.${string}`>,
  (target: CaseTarget) => Promise<void>
>;

/** A telemetry key that the soil probe declares: NUMERIC, %. */
export const MOISTURE = 'soilMoisture20';

export const uniqueName = (what: string): string => `${what}-${randomUUID().slice(0, 8)}`;

export async function newDevice({ api }: ContractTarget, productModelCode = 'TQ-3L'): Promise<CreatedDevice> {
  const device = await api.devices.create({ name: uniqueName('设备'), productModelCode });
  expect(device.accessToken).toMatch(/^[\w-]{27}$/);
  return device;
}

export function send(
  { baseUrl }: ContractTarget,
  name: CallName,
  path: Record<string, string>,
  body?: unknown,
): Promise<Response> {
  const route = CALLS[name];
  return fetch(baseUrl + buildPath(route.path, path), {
    method: route.method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

/** Sends one message like a device; an empty 200 means that it is stored. */
export async function report(target: ContractTarget, device: CreatedDevice, body: unknown): Promise<void> {
  const answer = await send(target, 'ingest.telemetry', { token: device.accessToken }, body);
  expect(await answer.text()).toBe('');
  expect(answer.status).toBe(200);
}

export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

export const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;

/** Uploads an image. @returns its path, which is not accessible without a signature */
export async function newPicture({ api }: ContractTarget): Promise<string> {
  return (await api.files.upload(new Blob([pictureBytes(8, 8)]), 'photo.png')).path;
}

/** Asserts that these are signed URLs of the images, one each, which open them without a token. */
export async function expectShown(
  { baseUrl }: ContractTarget,
  shown: readonly string[],
  paths: readonly string[],
): Promise<void> {
  expect(shown.map((address) => address.split('?', 1)[0])).toEqual(paths);
  for (const address of shown) {
    const answer = await fetch(baseUrl + address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    await answer.body?.cancel();
  }
  for (const path of paths) expect((await fetch(baseUrl + path)).status).toBe(401);
}

/**
 * Checks a field with the path of an image: it accepts an upload of the user's own organisation with any
 * signature and returns a signed URL; paths of the product's own files stay unchanged.
 */
export async function expectPictureField(
  target: CaseTarget,
  field: string,
  write: (picture: string) => Promise<string | null | undefined>,
): Promise<void> {
  const picture = await newPicture(target);
  for (const sent of [picture, `${picture}?e=1&s=ended`])
    await expectShown(target, [(await write(sent)) ?? ''], [picture]);
  expect(await write('/pictures/own.webp')).toBe('/pictures/own.webp');
  // An image of another organisation does not become readable by reference, and other files are refused.
  const { neighbour, api } = target;
  const foreign = await neighbour.api.files.upload(new Blob([pictureBytes(8, 8)]), 'x.png');
  const paper = await api.files.upload(new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF']), 'x.pdf');
  for (const { path, url } of [foreign, paper]) {
    expect(await refusal(write(path))).toMatchObject({ status: 400, field });
    expect(await refusal(write(url))).toMatchObject({ status: 400, field });
  }
}
