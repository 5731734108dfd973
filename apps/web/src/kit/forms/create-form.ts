import { createFormModel, type FormField, type FormModel, type FormValues } from '@farm3d/ui';
import { locale } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { formProblem } from './form-services.ts';

export interface FormOptions {
  readonly fields: () => readonly FormField[];
  /** Default: the fields are empty. */
  readonly initial?: FormValues;
  /** Name under which what was typed is kept until it is sent. Default: it is not kept. */
  readonly draft?: string;
  /** Keys of the fields by names of the call's body, where they differ. */
  readonly bodyFields?: Readonly<Record<string, string>>;
  /** A refusal is shown at its field. */
  readonly send: (values: FormValues) => Promise<void>;
}

/** A form and how it is sent. */
export interface SentForm {
  readonly form: FormModel;
  readonly send: (values: FormValues) => Promise<void>;
}

/** Created inside `createModel`. */
export function createForm(
  { draftOf }: Pick<Services, 'draftOf'>,
  { fields, initial, draft, bodyFields, send }: FormOptions,
): SentForm {
  const form = createFormModel({
    fields,
    locale,
    ...(initial === undefined ? {} : { initial }),
    ...(draft === undefined ? {} : { draft: draftOf(draft) }),
    problemOf: formProblem(bodyFields),
  });
  return { form, send };
}
