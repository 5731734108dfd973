import type { HandleParameter, HandleStyle, TelemetryValue } from '@farm3d/api';

/** Input of each parameter; text for numbers, too. */
export type ParameterInputs = Readonly<Record<string, string | boolean>>;

export type ParameterProblem =
  | { readonly kind: 'number' }
  | { readonly kind: 'outside'; min: number; max: number };

export interface CheckedParameters {
  readonly params: Record<string, TelemetryValue>;
  readonly problems: Readonly<Record<string, ParameterProblem>>;
}

function numberProblem(text: string, { min, max }: HandleParameter): ParameterProblem | null {
  const value = Number(text);
  if (!/\d/.test(text) || !Number.isFinite(value)) return { kind: 'number' };
  if (value < (min ?? -Infinity) || value > (max ?? Infinity))
    return { kind: 'outside', min: min ?? -Infinity, max: max ?? Infinity };
  return null;
}

/**
 * Parameters of a service call. A switch is always sent; an empty field is left out, unless it is the only
 * parameter.
 */
export function checkParameters({ parameters }: HandleStyle, inputs: ParameterInputs): CheckedParameters {
  const params: Record<string, TelemetryValue> = {};
  const problems: Record<string, ParameterProblem> = {};
  for (const parameter of parameters) {
    const { key } = parameter;
    const input = inputs[key];
    if (parameter.type === 'BOOLEAN') params[key] = input === true;
    else {
      const text = typeof input === 'string' ? input.trim() : '';
      if (text === '' && parameters.length > 1) continue;
      if (parameter.type === 'STRING') params[key] = text;
      else {
        const problem = numberProblem(text, parameter);
        if (problem) problems[key] = problem;
        else params[key] = Number(text);
      }
    }
  }
  return { params, problems };
}
