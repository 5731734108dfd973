import { Trash2 } from 'lucide-react';
import { serviceNumberFilter } from '@farm3d/api/validation';
import type { ComparisonOperator } from '@farm3d/api';
import { IconButton, SelectField, TextField } from '@farm3d/ui';
import type { Catalogue, ValueOption } from '../catalogue.ts';
import { EMPTY_PART, isOrder, type PartForm } from '../condition-form.ts';
import { t } from '../zh-CN.ts';
import { DeviceField } from './device-field.tsx';

const OPERATORS: readonly ComparisonOperator[] = ['>', '>=', '<', '<=', '==', '!='];

interface PartFieldsProps {
  part: PartForm;
  /** Such as 'condition.0.1'. */
  path: string;
  catalogue: Catalogue;
  errors: Readonly<Record<string, string>>;
  onChange: (part: PartForm) => void;
  onRemove: () => void;
}

/** One part of a condition: a comparison, or a device that is silent. */
export function PartFields({ part, path, catalogue, errors, onChange, onRemove }: PartFieldsProps) {
  const change = (next: Partial<PartForm>): void => onChange({ ...part, ...next });
  return (
    <div data-testid="condition-part" className="flex items-end gap-2 rounded-control bg-sunken p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <SelectField
          label={t('linkages.part.kind')}
          placeholder={t('linkages.part.kind')}
          testId={`field-${path}.kind`}
          value={part.kind}
          options={(['comparison', 'silence'] as const).map((value) => ({
            value,
            label: t(`linkages.part.${value}`),
          }))}
          onChange={(kind) => change({ kind: kind as PartForm['kind'] })}
        />
        <DeviceField
          catalogue={catalogue}
          path={`${path}.deviceId`}
          needs="values"
          value={part.deviceId}
          error={errors[`${path}.deviceId`]}
          onChange={(deviceId) => {
            const isSameKey = catalogue.values(deviceId).some(({ key }) => key === part.key);
            change(isSameKey ? { deviceId } : { ...EMPTY_PART, kind: part.kind, deviceId });
          }}
        />
        {part.kind === 'comparison' ? (
          <ComparisonFields part={part} path={path} catalogue={catalogue} errors={errors} change={change} />
        ) : (
          <SilenceFields part={part} path={path} catalogue={catalogue} errors={errors} change={change} />
        )}
      </div>
      <IconButton
        tone="danger"
        label={t('linkages.part.remove')}
        data-testid={`remove-${path}`}
        icon={<Trash2 size={18} />}
        onClick={onRemove}
      />
    </div>
  );
}

type FieldsProps = Omit<PartFieldsProps, 'onChange' | 'onRemove'> & {
  change: (next: Partial<PartForm>) => void;
};

/** Values of the device for a choice; a stored key that linkages no longer offer stays in it. */
function keyOptions(values: readonly ValueOption[], key: string) {
  const options = values.map((value) => ({
    value: value.key,
    label: value.name,
    ...(value.unit === '' ? {} : { note: value.unit }),
  }));
  return key === '' || values.some((value) => value.key === key)
    ? options
    : [{ value: key, label: key }, ...options];
}

function ComparisonFields({ part, path, catalogue, errors, change }: FieldsProps) {
  const values = catalogue.values(part.deviceId);
  const isOrdered = part.type === 'NUMERIC' && isOrder(part.op);
  const operators = OPERATORS.filter((op) => part.type === 'NUMERIC' || !isOrder(op));
  const chooseKey = (key: string): void => {
    const type = values.find((value) => value.key === key)?.type ?? part.type;
    if (type === part.type) return change({ key });
    change({ key, type, value: type === 'BOOLEAN' ? 'true' : '', op: type === 'NUMERIC' ? '<' : '==' });
  };
  return (
    <>
      <SelectField
        label={t('linkages.value')}
        placeholder={t('linkages.value.choose')}
        required
        testId={`field-${path}.key`}
        value={part.key}
        error={errors[`${path}.key`]}
        options={keyOptions(values, part.key)}
        onChange={chooseKey}
      />
      <SelectField
        label={t('linkages.operator')}
        placeholder={t('linkages.operator')}
        testId={`field-${path}.op`}
        value={part.op}
        options={operators.map((value) => ({ value, label: t(`linkages.operator.${value}`) }))}
        onChange={(op) => change({ op: op as ComparisonOperator })}
      />
      {isOrdered && (
        <SelectField
          label={t('linkages.than')}
          placeholder={t('linkages.than')}
          testId={`field-${path}.than`}
          value={part.than}
          options={(['fixed', 'key', 'past', 'forecast'] as const).map((value) => ({
            value,
            label: t(`linkages.than.${value}`),
          }))}
          // What is added has nothing to do with a fixed bound.
          onChange={(than) => change({ than: than as PartForm['than'], value: '' })}
        />
      )}
      {isOrdered && part.than !== 'fixed' && (
        <OtherFields part={part} path={path} catalogue={catalogue} errors={errors} change={change} />
      )}
      <Bound
        part={part}
        path={path}
        label={t(isOrdered && part.than !== 'fixed' ? 'linkages.added' : 'linkages.bound')}
        isOptional={isOrdered && part.than !== 'fixed'}
        unit={values.find(({ key }) => key === part.key)?.unit ?? ''}
        error={errors[`${path}.value`]}
        change={change}
      />
      {isOrdered && (
        <Hysteresis part={part} error={errors[`${path}.hysteresis`]} path={path} change={change} />
      )}
    </>
  );
}

function Hysteresis({ part, path, error, change }: Omit<BoundProps, 'label' | 'isOptional' | 'unit'>) {
  return (
    <TextField
      label={t('linkages.hysteresis')}
      hint={t('linkages.hysteresis.hint')}
      inputMode="decimal"
      keep={serviceNumberFilter}
      data-testid={`field-${path}.hysteresis`}
      value={part.hysteresis}
      error={error}
      onValueChange={(hysteresis) => change({ hysteresis })}
    />
  );
}

/** The other reading, or how long ago it was. */
function OtherFields({ part, path, catalogue, errors, change }: FieldsProps) {
  if (part.than !== 'key')
    return (
      <TextField
        label={t('linkages.hoursAgo')}
        required
        inputMode="decimal"
        keep={serviceNumberFilter}
        data-testid={`field-${path}.hours`}
        value={part.hours}
        error={errors[`${path}.hours`]}
        onValueChange={(hours) => change({ hours })}
      />
    );
  const values = catalogue.values(part.otherDeviceId).filter(({ type }) => type === 'NUMERIC');
  return (
    <>
      <DeviceField
        catalogue={catalogue}
        path={`${path}.otherDeviceId`}
        label={t('linkages.otherDevice')}
        needs="values"
        value={part.otherDeviceId}
        error={errors[`${path}.otherDeviceId`]}
        onChange={(otherDeviceId) => {
          const hasKey = catalogue.values(otherDeviceId).some(({ key }) => key === part.otherKey);
          change(hasKey ? { otherDeviceId } : { otherDeviceId, otherKey: '' });
        }}
      />
      <SelectField
        label={t('linkages.otherValue')}
        placeholder={t('linkages.value.choose')}
        required
        testId={`field-${path}.otherKey`}
        value={part.otherKey}
        error={errors[`${path}.otherKey`]}
        options={keyOptions(values, part.otherKey)}
        onChange={(otherKey) => change({ otherKey })}
      />
    </>
  );
}

interface BoundProps {
  part: PartForm;
  path: string;
  label: string;
  isOptional: boolean;
  unit: string;
  error: string | undefined;
  change: (next: Partial<PartForm>) => void;
}

function Bound({ part, path, label, isOptional, unit, error, change }: BoundProps) {
  if (part.type === 'BOOLEAN')
    return (
      <SelectField
        label={label}
        placeholder={label}
        testId={`field-${path}.value`}
        value={part.value}
        error={error}
        options={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={(value) => change({ value })}
      />
    );
  const isNumber = part.type === 'NUMERIC';
  return (
    <TextField
      label={label}
      required={!isOptional}
      inputMode={isNumber ? 'decimal' : 'text'}
      keep={isNumber ? serviceNumberFilter : undefined}
      autoComplete="off"
      trailing={unit === '' ? undefined : <span className="pr-3 text-note text-ink-3">{unit}</span>}
      data-testid={`field-${path}.value`}
      value={part.value}
      error={error}
      onValueChange={(value) => change({ value })}
    />
  );
}

function SilenceFields({ part, path, catalogue, errors, change }: FieldsProps) {
  return (
    <>
      <SelectField
        label={t('linkages.value')}
        placeholder={t('linkages.value.any')}
        testId={`field-${path}.key`}
        value={part.key}
        options={[
          { value: '', label: t('linkages.value.any') },
          ...keyOptions(catalogue.values(part.deviceId), part.key),
        ]}
        onChange={(key) => change({ key })}
      />
      <TextField
        label={t('linkages.silence')}
        required
        inputMode="decimal"
        keep={serviceNumberFilter}
        trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
        data-testid={`field-${path}.minutes`}
        value={part.minutes}
        error={errors[`${path}.minutes`]}
        onValueChange={(minutes) => change({ minutes })}
      />
    </>
  );
}
