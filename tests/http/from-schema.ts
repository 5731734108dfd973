import fc from 'fast-check';

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly additionalProperties?: Schema | boolean;
}

/** Maximum length of generated texts and lists; the limits themselves have other tests. */
const LONGEST = 40;

const TEXTS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  'date-time': fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  date: fc.date({ noInvalidDate: true, min: new Date(0) }).map((at) => at.toISOString().slice(0, 10)),
};

function text({ format, pattern, minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<string> {
  const known = TEXTS[format ?? ''];
  if (known) return known;
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.max(minLength, LONGEST) });
    } catch {
      // A pattern without a generator: any text.
    }
  }
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)),
  });
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)]),
  );
  return fc.record(members, { requiredKeys: required.filter((name) => Object.hasOwn(members, name)) });
}

/** Values that are valid by a schema, so that they reach the rules and the database behind the validation. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms && forms.length > 0) return fc.oneof(...forms.map(fromSchema));
  if (schema.allOf?.[0]) return fromSchema(Object.assign({}, ...schema.allOf) as Schema);
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum, maximum)) });
    case 'number':
      return fc.double({ min: minimum, max: Math.max(minimum, maximum), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
      });
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** The same with one or two members replaced by invalid values. */
export function spoiled(
  whole: fc.Arbitrary<unknown>,
  nonsense: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc.tuple(whole, nonsense, fc.nat()).map(([value, wrong, place]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    const names = Object.keys(value);
    const name = names[place % names.length];
    return name === undefined ? wrong : { ...value, [name]: wrong };
  });
}
