import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type JsonSchema = Record<string, unknown>;

/** A recursive type: the kind of a node follows from its member. */
const CONDITION: JsonSchema = {
  type: 'object',
  description: 'A condition: all, any or not of conditions; a silence; or a comparison.',
  anyOf: ['all', 'any', 'not', 'silentForMs', 'op'].map((member) => ({ required: [member] })),
};

/** JSON Schema 2020-12 of a request. Checks by code (`v.check`) are not in the schema. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'lazy' ? CONDITION : undefined),
  });
  return rest;
}

/** Members of a query. */
export function queryParameters(
  schema: v.GenericSchema,
): { name: string; in: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, entry]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: entry,
  }));
}
