import { expect, it } from 'vitest';
import { rpcAnswer } from './routes.ts';

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
