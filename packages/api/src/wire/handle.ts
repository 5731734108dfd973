import * as v from 'valibot';
import type { DeviceHandle, HandleStyle, ProductGroup } from '../domain/handle.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { optionalNumberSchema, parseWire, textSchema } from './codes.ts';

export const styleSchema = v.looseObject({
  identify: v.string(),
  name: textSchema,
  parameters: v.array(
    v.looseObject({
      parameterEnName: v.string(),
      parameterName: textSchema,
      parameterType: v.picklist(['NUMERIC', 'BOOLEAN', 'STRING']),
      unit: textSchema,
      min: optionalNumberSchema,
      max: optionalNumberSchema,
      component: v.picklist(['switch', 'slider', 'number', 'text']),
    }),
  ),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeHandleStyle(value: unknown): HandleStyle {
  const { identify, name, parameters } = parseWire(styleSchema, value);
  return {
    identify,
    name,
    parameters: parameters.map((parameter) => ({
      key: parameter.parameterEnName,
      name: parameter.parameterName,
      type: parameter.parameterType,
      unit: parameter.unit,
      min: parameter.min,
      max: parameter.max,
      component: parameter.component,
    })),
  };
}

export const statesSchema = v.looseObject({
  states: v.array(v.looseObject({ identify: v.string(), value: v.optional(v.unknown(), null) })),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeDeviceHandle(value: unknown): DeviceHandle {
  const { states } = parseWire(statesSchema, value);
  return {
    ...decodeHandleStyle(value),
    states: states.map((state) => ({
      identify: state.identify,
      value: state.value as TelemetryValue,
    })),
  };
}

export const groupSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  productTypeCodes: v.array(v.string()),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeProductGroup(value: unknown): ProductGroup {
  const { id, name, productTypeCodes } = parseWire(groupSchema, value);
  return { id, name, productTypeCodes };
}
