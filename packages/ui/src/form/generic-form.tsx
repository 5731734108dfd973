import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { CircleAlert, History } from 'lucide-react';
import type { FieldType } from '@farm3d/api/validation';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { AreaField } from './area-field.tsx';
import { CoordinateField } from './coordinate-field.tsx';
import type { FieldProps } from './field-props.ts';
import type { FormModel } from './form-model.ts';
import type { FormServices, FormValues } from './form-types.ts';
import { ImageListField } from './image-list-field.tsx';
import { MaterialField } from './material-field.tsx';
import { PlotField } from './plot-field.tsx';
import { useAfterPress } from './use-after-press.ts';
import {
  ColourInput,
  DateInput,
  NumberInput,
  RadioInput,
  SelectInput,
  SwitchInput,
  TextInput,
} from './simple-fields.tsx';

const FIELDS: Readonly<Record<FieldType, ComponentType<FieldProps>>> = {
  text: TextInput,
  textarea: TextInput,
  number: NumberInput,
  select: SelectInput,
  radio: RadioInput,
  date: DateInput,
  time: DateInput,
  switch: SwitchInput,
  color: ColourInput,
  cascader: AreaField,
  image: ImageListField,
  coordinate: CoordinateField,
  map: PlotField,
  file: MaterialField,
};

export interface GenericFormProps {
  /** Id of the form element, for a submit button elsewhere. */
  id: string;
  model: FormModel;
  services: FormServices;
  /** Sends the values; a rejection keeps them in the form. */
  send: (values: FormValues) => Promise<void>;
  onSent?: () => void;
  /** Below the fields, such as buttons. */
  children?: ReactNode;
  testId?: string;
}

/** A form made from a schema. A submission with errors says how many there are and moves the focus to the first. */
export function GenericForm({ id, model, services, send, onSent, children, testId }: GenericFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const afterPress = useAfterPress();
  const request = model.focusRequest.value;
  useEffect(() => {
    if (request === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    (wrong ?? form.current?.querySelector<HTMLElement>('[data-form-problem]'))?.focus();
  }, [request]);
  const shown = model.shownErrors.value;
  const count = Object.keys(shown).length;
  const problem = model.problem.value;
  const { t } = services;
  return (
    <form
      ref={form}
      id={id}
      noValidate
      data-testid={testId}
      data-dirty={model.isDirty.value}
      className="grid grid-cols-1 gap-4 pt-1 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit(send).then((isSent) => isSent && onSent?.());
      }}
    >
      {model.isRestored.value && model.isDirty.value && (
        <output
          data-testid="form-restored"
          className="col-span-full flex items-center gap-2 rounded-control bg-water-soft px-3 py-1 text-note text-water"
        >
          <History aria-hidden size={16} className="shrink-0" />
          <span className="flex-1">{t('form.restored')}</span>
          <Button size="sm" variant="quiet" data-testid="form-discard" onClick={() => model.reset()}>
            {t('form.discard')}
          </Button>
        </output>
      )}
      {(problem && problem.field === undefined) || (request > 0 && count > 0) ? (
        <p
          role="alert"
          tabIndex={-1}
          data-form-problem
          data-testid="form-problem"
          className="col-span-full flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
        >
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          {problem && problem.field === undefined ? problem.text : t('form.invalid', { n: count })}
        </p>
      ) : null}
      {model.visible.value.map((field) => {
        const Field = FIELDS[field.type];
        return (
          <div key={field.key} className={classes('min-w-0', !field.isHalf && 'col-span-full')}>
            <Field
              field={field}
              value={model.values.value[field.key] ?? null}
              error={shown[field.key] ?? null}
              services={services}
              peek={() => model.values.peek()[field.key] ?? null}
              onChange={(value) => model.set(field.key, value)}
              onLeave={() => afterPress(() => model.leave(field.key))}
              onPending={(isPending) => model.setPending(field.key, isPending)}
            />
          </div>
        );
      })}
      {children && <div className="col-span-full">{children}</div>}
    </form>
  );
}
