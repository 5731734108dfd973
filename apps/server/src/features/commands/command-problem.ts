import type { MessageKey } from '@farm3d/api';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { ParameterFault } from '../product-models/handles.ts';
import { InterlockError } from './interlocks.ts';

const MESSAGES: Readonly<Record<ParameterFault['kind'], MessageKey>> = {
  missing: 'rpc.parameter.missing',
  unfit: 'number.range',
  unknown: 'rpc.parameter.unknown',
};
const EXPECTED: Readonly<Record<NonNullable<ParameterFault['expected']>, MessageKey>> = {
  BOOLEAN: 'field.boolean',
  NUMERIC: 'field.number',
  STRING: 'field.text',
};

/**
 * The refusal of a command for one of its parameters: 400 that names it.
 * @param prefix path prefix of the parameters
 */
export function parameterProblem({ kind, name, expected }: ParameterFault, prefix = 'params.'): HttpProblem {
  return new HttpProblem(400, expected ? EXPECTED[expected] : MESSAGES[kind], { field: `${prefix}${name}` });
}

/** A command that was not sent, as an HTTP error; other errors are returned unchanged. */
export function commandProblem(error: unknown): unknown {
  if (!(error instanceof InterlockError)) return error;
  const { code, subject, expected } = error;
  if (code === 'exclusion') return new HttpProblem(409, 'device.excluded', { error: 'device_excluded' });
  if (code === 'undeclared') return new HttpProblem(400, 'rpc.method.unknown', { field: 'method' });
  return parameterProblem({ kind: code, name: subject, ...(expected && { expected }) });
}
