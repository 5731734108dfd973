import type { HandleComponent } from '@farm3d/api';
import type { AttributeParameter } from '../../platform/storage/schema.ts';
import type { ProductAttributeRow } from './repository.ts';

/** Widest range that a slider can set precisely enough. */
const SLIDER_SPAN_MAX = 1000;

/** Input component of a parameter: 'number' without a range. */
function componentOf({ parameterType, min, max }: AttributeParameter): HandleComponent {
  if (parameterType === 'BOOLEAN') return 'switch';
  if (parameterType === 'STRING') return 'text';
  return min !== null && max !== null && max - min <= SLIDER_SPAN_MAX ? 'slider' : 'number';
}

/** Controls of each service of a product model: its parameters with their components. */
export function handleStyles(services: readonly ProductAttributeRow[]) {
  return services.map((service) => ({
    identify: service.identify,
    name: service.name,
    component: service.parameters.length === 0 ? ('button' as const) : null,
    parameters: service.parameters.map((parameter) => ({
      ...parameter,
      component: componentOf(parameter),
    })),
    associationStates: service.association_states,
  }));
}

/** The fault of a command's parameters, and the parameter. */
export interface ParameterFault {
  /** `missing`: it must be given. `unfit`: of another type, or out of its range. `unknown`: the service has no such one. */
  readonly kind: 'missing' | 'unfit' | 'unknown';
  /** The declared type, of a value that has another one. */
  readonly expected?: AttributeParameter['parameterType'];
  readonly name: string;
}

const TYPES = { BOOLEAN: 'boolean', STRING: 'string', NUMERIC: 'number' } as const;

function unfit(
  { parameterType, parameterEnName: name, min, max }: AttributeParameter,
  value: unknown,
): ParameterFault | null {
  if (typeof value !== TYPES[parameterType]) return { kind: 'unfit', name, expected: parameterType };
  const isOutside = typeof value === 'number' && (value < (min ?? -Infinity) || value > (max ?? Infinity));
  return isOutside ? { kind: 'unfit', name } : null;
}

/**
 * The first fault of a command's parameters against what its service declares; null when there is none.
 * @param allowsUndeclared the product model leaves parameters that it does not declare to the device
 */
export function parameterFault(
  declared: readonly AttributeParameter[],
  params: Readonly<Record<string, unknown>>,
  allowsUndeclared = false,
): ParameterFault | null {
  for (const parameter of declared) {
    const { parameterEnName: name } = parameter;
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === null) {
      if (parameter.optional !== true) return { kind: 'missing', name };
      continue;
    }
    const fault = unfit(parameter, value);
    if (fault) return fault;
  }
  const declaredNames = new Set(declared.map(({ parameterEnName }) => parameterEnName));
  const unknown = allowsUndeclared ? undefined : Object.keys(params).find((name) => !declaredNames.has(name));
  return unknown === undefined ? null : { kind: 'unknown', name: unknown };
}
