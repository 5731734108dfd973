/**
 * Emscripten's binding layer (embind 3.1) generates source text for each binding and compiles it with `new Function`, which
 * the policy `script-src 'self' 'wasm-unsafe-eval'` forbids. The texts have only two forms. This `Function` recognises them
 * and returns equivalent closures; other texts go to the real one.
 */

type Values = Readonly<Record<string, never>>;
type Convert = { toWireType(destructors: unknown[] | null, value: unknown): unknown } & {
  fromWireType(value: unknown): unknown;
} & { readValueFromPointer(pointer: number): unknown };

/** Replaces `Function` of this thread; for workers only. */
export function allowEmbind(): void {
  const scope = globalThis as { Function: FunctionConstructor };
  if (allowed.has(scope.Function)) return;
  const stand = new Proxy(scope.Function, {
    apply: (target, self, given: string[]) => closureOf(given) ?? Reflect.apply(target, self, given),
    construct: (target, given: string[]) => closureOf(given) ?? (Reflect.construct(target, given) as object),
  });
  allowed.add(stand);
  scope.Function = stand;
}

const allowed = new WeakSet<FunctionConstructor>();

function closureOf(given: readonly string[]): ((...closed: never[]) => unknown) | undefined {
  const names = given.slice(0, -1);
  const body = given.at(-1) ?? '';
  const make = names.includes('invoker')
    ? invoker(body, names)
    : body.includes('function (obj, func, destructorsRef, args)')
      ? methodCaller(body)
      : undefined;
  return make && ((...closed) => make(Object.fromEntries(names.map((name, i) => [name, closed[i]!]))));
}

/** A bound function or method: converts arguments for WebAssembly, calls, frees, and converts the result. */
function invoker(body: string, names: readonly string[]): (values: Values) => unknown {
  const count = (body.match(/\bvar arg\d+Wired = /g) ?? []).length;
  const isMethod = body.includes('var thisWired = ');
  const hasDestructors = body.includes('var destructors = []');
  const returns = body.includes('return ret;');
  const frees = names.filter((name) => name.endsWith('_dtor'));
  return (values) => {
    const { humanName, throwBindingError, fn, runDestructors, retType, classParam } = values as unknown as {
      humanName: string;
      throwBindingError: (message: string) => never;
      fn: unknown;
      runDestructors: (list: unknown[]) => void;
      retType: Convert;
      classParam: Convert;
    };
    const call = values['invoker'] as unknown as (...wired: unknown[]) => unknown;
    const types = Array.from({ length: count }, (_, i) => values[`argType${i}`] as unknown as Convert);
    return function (this: unknown, ...given: unknown[]) {
      if (given.length !== count) {
        throwBindingError(`function ${humanName} called with ${given.length} arguments, expected ${count}`);
      }
      const destructors: unknown[] | null = hasDestructors ? [] : null;
      const wired: Record<string, unknown> = {};
      if (isMethod) wired['thisWired'] = classParam.toWireType(destructors, this);
      for (const [i, type] of types.entries()) wired[`arg${i}Wired`] = type.toWireType(destructors, given[i]);
      const answer = call(fn, ...Object.values(wired));
      if (destructors) runDestructors(destructors);
      for (const name of frees) {
        const free = values[name] as unknown as (value: unknown) => void;
        free(wired[name.slice(0, -'_dtor'.length)]);
      }
      return returns ? retType.fromWireType(answer) : undefined;
    };
  };
}

/** A call from WebAssembly to a method of a value: reads the arguments from memory. */
function methodCaller(body: string): (values: Values) => unknown {
  const offsets = [...body.matchAll(/readValueFromPointer\(args(?:\+(\d+))?\)/g)].map((match) =>
    Number(match[1] ?? 0),
  );
  const isNew = body.includes('new func(');
  const isMethod = body.includes('func.call(obj');
  return (values) => {
    const { retType, emval_returnValue: give } = values as unknown as {
      retType: Convert;
      emval_returnValue?: (type: Convert, destructors: number, value: unknown) => unknown;
    };
    type Called = { new (...given: unknown[]): unknown; call(self: unknown, ...given: unknown[]): unknown };
    return (obj: unknown, func: Called, destructors: number, args: number) => {
      const given = offsets.map((offset, i) =>
        (values[`argType${i}`] as unknown as Convert).readValueFromPointer(args + offset),
      );
      // Without `obj`, the first argument is `this`.
      const answer = isNew
        ? new func(...given)
        : isMethod
          ? func.call(obj, ...given)
          : func.call(given[0], ...given.slice(1));
      return give?.(retType, destructors, answer);
    };
  };
}
