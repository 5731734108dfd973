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

/**
 * Name of the first parameter that does not fit its declaration, or null. Undeclared parameters are left to the
 * device, as undeclared readings are (readings 27).
 */
export function unfitParameter(
  declared: readonly AttributeParameter[],
  given: Readonly<Record<string, unknown>>,
): string | null {
  for (const { parameterEnName: key, parameterType, min, max } of declared) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    const fits =
      parameterType === 'BOOLEAN'
        ? typeof value === 'boolean'
        : parameterType === 'STRING'
          ? typeof value === 'string'
          : typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    if (!fits) return key;
  }
  return null;
}
