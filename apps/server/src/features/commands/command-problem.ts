import type { MessageKey } from '@farm3d/api';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { ParameterFault } from '../product-models/handles.ts';
import { InterlockError } from './interlocks.ts';

const MESSAGES: Readonly<Record<ParameterFault['kind'], MessageKey>> = {
  missing: 'rpc.parameter.missing',
  unfit: 'number.range',
  unknown: 'rpc.parameter.unknown',
};

/** The refusal of a command for one of its parameters: 400 that names it. @param place where the parameters stand */
export function parameterProblem({ kind, name }: ParameterFault, place = 'params.'): HttpProblem {
  return new HttpProblem(400, MESSAGES[kind], { field: `${place}${name}` });
}

/** A command that was not sent, as a refusal; other errors stay what they are. */
export function commandProblem(error: unknown): unknown {
  if (!(error instanceof InterlockError)) return error;
  const { code, subject } = error;
  if (code === 'exclusion') return new HttpProblem(409, 'device.excluded', { error: 'device_excluded' });
  if (code === 'undeclared') return new HttpProblem(400, 'rpc.method.unknown', { field: 'method' });
  return parameterProblem({ kind: code, name: subject });
}
