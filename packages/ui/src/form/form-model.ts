import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { checkField, type Locale } from '@farm3d/api/validation';
import type { FieldValue, FormField, FormValues } from './form-types.ts';

/** Where unsaved values are kept between visits. */
export interface DraftStore {
  read: () => FormValues | null;
  /** Null: nothing is unsaved any more. */
  write: (values: FormValues | null) => void;
}

/** Why a submission failed. */
export interface FormProblem {
  readonly text: string;
  /** Key of the field that it concerns. */
  readonly field?: string | undefined;
}

export interface FormModelOptions {
  /** In the present language: read again when a signal that it reads changes. */
  readonly fields: () => readonly FormField[];
  readonly locale: ReadonlySignal<Locale>;
  /** Values at the beginning; a field without one starts empty, or off. */
  readonly initial?: FormValues;
  readonly draft?: DraftStore | undefined;
  /** Text of a failure for people. */
  readonly problemOf: (error: unknown) => FormProblem;
}

function emptyValue({ type, multiple }: FormField): FieldValue {
  if (type === 'switch') return false;
  if (type === 'image' || type === 'file' || ((type === 'select' || type === 'cascader') && multiple))
    return [];
  return type === 'select' || type === 'cascader' || type === 'coordinate' || type === 'map' ? null : '';
}

const isSame = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Values, checks and submission of a generic form. Unsaved values are kept by `draft` and are there again after a
 * reload or a new login. Created inside `createModel`, its effects end with the model.
 */
export function createFormModel(options: FormModelOptions) {
  const fields = computed(options.fields);
  const complete = (values: FormValues = {}): FormValues =>
    Object.fromEntries(
      fields.peek().map((field) => [field.key, values[field.key] ?? emptyValue(field)] as const),
    );
  const initial = signal(complete(options.initial));
  const kept = options.draft?.read() ?? null;
  const values = signal<FormValues>(kept ? { ...initial.peek(), ...kept } : initial.peek());
  /** Whether the values come from a draft. */
  const isRestored = signal(kept !== null);
  const touched = signal<ReadonlySet<string>>(new Set());
  const isChecked = signal(false);
  const busy = signal(false);
  const pending = signal<ReadonlySet<string>>(new Set());
  const problem = signal<FormProblem | null>(null);
  /** Incremented when the first invalid field should get the focus. */
  const focusRequest = signal(0);

  const visible = computed(() => fields.value.filter((field) => field.isVisible?.(values.value) ?? true));
  const errors = computed<Readonly<Record<string, string>>>(() => {
    const found: Record<string, string> = {};
    for (const field of visible.value) {
      const value = values.value[field.key] ?? null;
      const wrong =
        checkField(field, value, options.locale.value) ?? field.check?.(value, values.value) ?? null;
      if (wrong !== null) found[field.key] = wrong;
    }
    return found;
  });
  const isDirty = computed(() =>
    Object.keys(values.value).some((key) => !isSame(values.value[key], initial.value[key])),
  );
  const { draft } = options;
  if (draft) effect(() => draft.write(isDirty.value ? values.value : null));

  const set = (key: string, value: FieldValue): void =>
    batch(() => {
      values.value = { ...values.peek(), [key]: value };
      if (problem.peek()?.field === key) problem.value = null;
    });
  const reset = (next?: FormValues): void =>
    batch(() => {
      if (next) initial.value = complete(next);
      values.value = initial.peek();
      isRestored.value = false;
      isChecked.value = false;
      touched.value = new Set();
      problem.value = null;
    });

  return {
    visible,
    values: values as ReadonlySignal<FormValues>,
    isDirty,
    isRestored: isRestored as ReadonlySignal<boolean>,
    busy: busy as ReadonlySignal<boolean>,
    /** Whether files are being uploaded. */
    isUploading: computed(() => pending.value.size > 0),
    problem: problem as ReadonlySignal<FormProblem | null>,
    focusRequest: focusRequest as ReadonlySignal<number>,
    /** Errors of all visible fields, shown or not. */
    errors,
    /** Errors to show: of fields that were left, of all after a submission. */
    shownErrors: computed<Readonly<Record<string, string>>>(() => {
      const failure = problem.value;
      const shown = Object.entries(errors.value).filter(([key]) => isChecked.value || touched.value.has(key));
      return {
        ...(failure?.field === undefined ? {} : { [failure.field]: failure.text }),
        ...Object.fromEntries(shown),
      };
    }),
    set,
    /** The field lost the focus: from now on its error is shown. */
    leave: (key: string): void => {
      if (!touched.peek().has(key)) touched.value = new Set([...touched.peek(), key]);
    },
    setPending: (key: string, isPending: boolean): void => {
      const next = new Set(pending.peek());
      if (isPending) next.add(key);
      else next.delete(key);
      pending.value = next;
    },
    /** Back to the initial values, or to new ones. */
    reset,
    /**
     * Checks all fields and sends the visible values.
     * @returns whether it was sent; the values stay when it failed
     */
    submit: async (send: (values: FormValues) => Promise<void>): Promise<boolean> => {
      if (busy.peek() || pending.peek().size > 0) return false;
      isChecked.value = true;
      problem.value = null;
      if (Object.keys(errors.peek()).length > 0) {
        focusRequest.value += 1;
        return false;
      }
      busy.value = true;
      const sent = values.peek();
      try {
        await send(Object.fromEntries(visible.peek().map(({ key }) => [key, sent[key] ?? null])));
        batch(() => {
          initial.value = sent;
          isRestored.value = false;
          isChecked.value = false;
        });
        return true;
      } catch (error) {
        const failure = options.problemOf(error);
        const isKnown = visible.peek().some(({ key }) => key === failure.field);
        batch(() => {
          problem.value = isKnown ? failure : { text: failure.text };
          focusRequest.value += 1;
        });
        return false;
      } finally {
        busy.value = false;
      }
    },
  };
}

export type FormModel = ReturnType<typeof createFormModel>;
