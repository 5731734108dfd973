import { useState } from 'react';
import { ArrowUp, ChevronRight, Plus, Trash2 } from 'lucide-react';
import type { ParameterType } from '@farm3d/api';
import { serviceNumberFilter } from '@farm3d/api/validation';
import {
  Badge,
  Button,
  IconButton,
  MultiSelectField,
  SearchSelectField,
  SelectField,
  Switch,
  TextField,
  classes,
} from '@farm3d/ui';
import { Section } from '../../kit/blocks.tsx';
import { labelOf } from '../../platform/names.ts';
import type { Editor } from './editor-model.ts';
import {
  EMPTY_PARAMETER,
  isSingle,
  renamed,
  type ParameterForm,
  type PartForm,
  type PartKind,
} from './product-model-draft.ts';
import { t } from './zh-CN.ts';

const NAMES = { '0': 'attributes', '3': 'states', '1': 'services' } as const;

/** The attributes, states or services of a product model. */
export function PartList({ model, kind }: { model: Editor; kind: PartKind }) {
  const parts = model.form.value.parts
    .map((part, at) => ({ part, at }))
    .filter(({ part }) => part.kind === kind);
  const name = NAMES[kind];
  return (
    <Section title={t(`models.${name}`)} hint={t(`models.${name}.hint`)}>
      {parts.length === 0 && <p className="mb-3 text-note text-ink-3">{t(`models.${name}.none`)}</p>}
      <ul className="mb-3 flex flex-col gap-2 empty:mb-0">
        {parts.map(({ part, at }) => (
          <Part key={at} model={model} part={part} at={at} />
        ))}
      </ul>
      {!model.isReadOnly.value && (
        <div className="flex flex-wrap items-end gap-3">
          <Button
            size="sm"
            icon={<Plus size={16} />}
            data-testid={`add-${name}`}
            onClick={() => model.addPart(kind)}
          >
            {t(`models.${name}.add`)}
          </Button>
          {kind === '0' && <Known model={model} />}
        </div>
      )}
    </Section>
  );
}

/** What other product models measure, to be added with its names, units and ranges. */
function Known({ model }: { model: Editor }) {
  return (
    <div className="min-w-56 flex-1 sm:max-w-80">
      <SearchSelectField
        label={t('models.known')}
        placeholder={t('models.known.choose')}
        noMatch={t('models.known.none')}
        testId="model-known"
        value={null}
        options={model.known.value.map(({ identify, name, nameEn, productModelCodes }) => ({
          value: identify,
          label: labelOf({ name, nameEn, code: identify }),
          note: `${identify} · ${productModelCodes.join(', ')}`,
        }))}
        onChange={model.addKnown}
      />
    </div>
  );
}

interface PartProps {
  model: Editor;
  part: PartForm;
  at: number;
}

/** The values of a part in a line: '% 0 … 100'. */
function summaryOf({ kind, parameters }: PartForm): string {
  if (kind === '1') return `(${parameters.map(({ key }) => key).join(', ')})`;
  return parameters
    .map(({ type, unit, min, max }) => {
      const range = min === '' && max === '' ? '' : `${min || '−∞'} … ${max || '∞'}`;
      return type === 'NUMERIC'
        ? `${range} ${unit}`.trim() || t('models.type.NUMERIC')
        : t(`models.type.${type}`);
    })
    .join(', ');
}

function Part({ model, part, at }: PartProps) {
  // A new one is open.
  const [isOpen, setOpen] = useState(part.identify === '' && part.name === '');
  const path = `attributes.${at}`;
  const hasError = Object.keys(model.errors.value).some((field) => field.startsWith(`${path}.`));
  const label = labelOf({ ...part, code: part.identify }) || t('models.unnamed');
  return (
    <li data-testid="model-part" data-identify={part.identify}>
      <details
        open={isOpen || hasError}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group rounded-control border border-line open:border-line-strong"
      >
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1 hover:bg-hover">
          <ChevronRight
            aria-hidden
            size={16}
            className="shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-90"
          />
          <span className="min-w-0 flex-1 truncate text-body">
            {label} <span className="font-mono text-note text-ink-3">{part.identify}</span>
          </span>
          {!part.enabled && <Badge>{t('models.disabled')}</Badge>}
          {hasError && <Badge tone="alarm">!</Badge>}
          <span className="shrink-0 text-note text-ink-3 tabular-nums max-sm:pl-7">{summaryOf(part)}</span>
        </summary>
        <PartFields model={model} part={part} at={at} />
      </details>
    </li>
  );
}

function PartFields({ model, part, at }: PartProps) {
  const errors = model.errors.value;
  const path = `attributes.${at}`;
  const isService = part.kind === '1';
  const change = (next: Partial<PartForm>): void => model.changePart(at, { ...part, ...next });
  const label = part.name || part.identify || t('models.unnamed');
  const states = model.form.value.parts.filter(({ kind, identify }) => kind !== '1' && identify !== '');
  return (
    <div className="flex flex-col gap-4 border-t border-line p-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={t(isService ? 'models.method' : 'models.identify')}
          required
          data-testid="part-identify"
          value={part.identify}
          error={errors[`${path}.identify`]}
          onValueChange={(identify) => model.changePart(at, renamed(part, { identify }))}
        />
        <TextField
          label={t('models.label.zh')}
          required
          data-testid="part-name"
          value={part.name}
          error={errors[`${path}.name`]}
          onValueChange={(name) => model.changePart(at, renamed(part, { name }))}
        />
        <TextField
          label={t('models.label.en')}
          data-testid="part-name-en"
          value={part.nameEn}
          error={errors[`${path}.nameEn`]}
          onValueChange={(nameEn) => model.changePart(at, renamed(part, { nameEn }))}
        />
      </div>
      {isService && (
        <MultiSelectField
          label={t('models.affects')}
          placeholder={t('models.affects.none')}
          testId="part-states"
          error={errors[`${path}.associationStates`]}
          values={part.states}
          options={states.map((state) => ({
            value: state.identify,
            label: labelOf({ ...state, code: state.identify }),
            note: state.identify,
          }))}
          onChange={(next) => change({ states: next })}
        />
      )}
      <Parameters model={model} part={part} at={at} />
      {!model.isReadOnly.value && (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <span className="mr-auto flex items-center gap-2 text-note text-ink-2">
            <Switch
              label={t('models.enabled')}
              checked={part.enabled}
              onChange={(enabled) => change({ enabled })}
            />
            {t('models.enabled')}
          </span>
          <IconButton
            size="sm"
            label={t('models.up', { name: label })}
            icon={<ArrowUp size={16} />}
            onClick={() => model.movePartUp(at)}
          />
          <IconButton
            size="sm"
            tone="danger"
            label={t('models.remove', { name: label })}
            data-testid="part-remove"
            icon={<Trash2 size={16} />}
            onClick={() => model.removePart(at)}
          />
        </div>
      )}
    </div>
  );
}

function Parameters({ model, part, at }: PartProps) {
  const path = `attributes.${at}.parameters`;
  const change = (parameters: PartForm['parameters']): void => model.changePart(at, { ...part, parameters });
  return (
    <div className="flex flex-col gap-3">
      {part.parameters.map((parameter, index) => (
        <ParameterFields
          key={index}
          parameter={parameter}
          isNamed={!isSingle(part)}
          isOfService={part.kind === '1'}
          isReadOnly={model.isReadOnly.value}
          errorOf={(member) => model.errors.value[`${path}.${index}.${member}`]}
          onChange={(next) => change(part.parameters.map((one, place) => (place === index ? next : one)))}
          onRemove={() => change(part.parameters.filter((_, place) => place !== index))}
        />
      ))}
      {!model.isReadOnly.value && (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          icon={<Plus size={16} />}
          data-testid="add-parameter"
          onClick={() => change([...part.parameters, EMPTY_PARAMETER])}
        >
          {t('models.parameters.add')}
        </Button>
      )}
    </div>
  );
}

const TYPES: readonly ParameterType[] = ['NUMERIC', 'BOOLEAN', 'STRING'];

interface ParameterFieldsProps {
  parameter: ParameterForm;
  /** Whether it has a name of its own: the only value of an attribute has the attribute's. */
  isNamed: boolean;
  isOfService: boolean;
  isReadOnly: boolean;
  /** Error by the field's name in the call. */
  errorOf: (member: string) => string | undefined;
  onChange: (parameter: ParameterForm) => void;
  onRemove: () => void;
}

/** One value of an attribute, or one parameter of a service. */
function ParameterFields({
  parameter,
  isNamed,
  isOfService,
  isReadOnly,
  errorOf,
  onChange,
  onRemove,
}: ParameterFieldsProps) {
  const change = (part: Partial<ParameterForm>): void => onChange({ ...parameter, ...part });
  const isNumber = parameter.type === 'NUMERIC';
  return (
    <div className={classes('flex flex-col gap-3', isNamed && 'rounded-control bg-sunken p-3')}>
      {isNamed && (
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            label={t('models.identify')}
            required
            data-testid="parameter-key"
            value={parameter.key}
            error={errorOf('parameterEnName')}
            onValueChange={(key) => change({ key })}
          />
          <TextField
            label={t('models.label.zh')}
            value={parameter.name}
            error={errorOf('parameterName')}
            onValueChange={(name) => change({ name })}
          />
          <TextField
            label={t('models.label.en')}
            value={parameter.nameEn}
            error={errorOf('labelEn')}
            onValueChange={(nameEn) => change({ nameEn })}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <SelectField
          label={t('models.dataType')}
          placeholder={t('models.dataType')}
          testId="parameter-type"
          value={parameter.type}
          error={errorOf('parameterType')}
          options={TYPES.map((value) => ({ value, label: t(`models.type.${value}`) }))}
          onChange={(type) => change({ type: type as ParameterType })}
        />
        {isNumber && (
          <>
            <TextField
              label={t('models.unit')}
              data-testid="parameter-unit"
              value={parameter.unit}
              error={errorOf('unit')}
              onValueChange={(unit) => change({ unit })}
            />
            <TextField
              label={t('models.min')}
              inputMode="decimal"
              keep={serviceNumberFilter}
              data-testid="parameter-min"
              value={parameter.min}
              error={errorOf('min')}
              onValueChange={(min) => change({ min })}
            />
            <TextField
              label={t('models.max')}
              inputMode="decimal"
              keep={serviceNumberFilter}
              data-testid="parameter-max"
              value={parameter.max}
              error={errorOf('max')}
              onValueChange={(max) => change({ max })}
            />
          </>
        )}
      </div>
      {isNamed && !isReadOnly && (
        <div className="flex items-center justify-end gap-2 text-note text-ink-2">
          {isOfService && (
            <span className="mr-auto flex items-center gap-2">
              <Switch
                label={t('models.optional')}
                checked={parameter.optional}
                onChange={(optional) => change({ optional })}
              />
              {t('models.optional')}
            </span>
          )}
          <IconButton
            size="sm"
            tone="danger"
            label={t('models.parameters.remove', { name: parameter.key })}
            icon={<Trash2 size={16} />}
            onClick={onRemove}
          />
        </div>
      )}
    </div>
  );
}
