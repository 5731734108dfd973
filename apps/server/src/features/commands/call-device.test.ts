import { expect, it } from 'vitest';
import { HttpProblem } from '../../platform/http/problem.ts';
import { RpcError } from './device-rpc.ts';
import { InterlockError } from './interlocks.ts';
import { callDevice, rpcAnswer } from './call-device.ts';

it.each([
  [{ valveState: true }, { status: 'success', valveState: true }],
  [
    { status: 'busy', code: 3 },
    { status: 'busy', code: 3 },
  ],
  [{ status: 0 }, { status: 'success' }],
  [{ error: 'unknown method' }, { status: 'failure', error: 'unknown method' }],
  [true, { status: 'success', result: true }],
  [[1, 2], { status: 'success', result: [1, 2] }],
  [null, { status: 'success', result: null }],
])('a device that answers %j is told as %j', (answer, expected) => {
  expect(rpcAnswer(answer)).toEqual(expected);
});

const device = { id: 'd', key: 1, visible: null };
const call = { method: 'read', params: {}, timeoutMs: 5_000, userId: 'u', reason: 'leak' };

it('a command is sent as it was given, and its answer is what the caller may see', async () => {
  const sent: unknown[] = [];
  const send = async (_device: unknown, request: unknown) => {
    sent.push(request);
    return { open: true, secret: 7, status: 'busy' };
  };
  expect(await callDevice({ send }, device, call)).toEqual({ status: 'busy', open: true, secret: 7 });
  expect(sent).toEqual([call]);
  const visible = new Set(['open']);
  expect(await callDevice({ send }, { ...device, visible }, call)).toEqual({ status: 'busy', open: true });
});

it.each([
  [new RpcError('offline'), 409, 'device.offline', { error: 'device_offline' }],
  [new RpcError('timeout'), 504, 'rpc.timeout', { error: 'rpc_timeout' }],
  [new InterlockError('exclusion', 'pump'), 409, 'device.excluded', { error: 'device_excluded' }],
  [new InterlockError('undeclared', 'read'), 400, 'rpc.method.unknown', { field: 'method' }],
])('%s is the answer %i', async (thrown, status, key, extra) => {
  const send = async () => {
    throw thrown;
  };
  const refusal: unknown = await callDevice({ send }, device, call).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(HttpProblem);
  expect(refusal).toMatchObject({ status, ...extra });
  expect((refusal as HttpProblem).message).toContain(`${status} ${key}`);
});

it('an error that nobody foresaw is passed on', async () => {
  const send = () => Promise.reject(new TypeError('a fault of ours'));
  await expect(callDevice({ send }, device, call)).rejects.toThrow(TypeError);
});
