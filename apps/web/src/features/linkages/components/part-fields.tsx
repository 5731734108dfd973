import { Trash2 } from 'lucide-react';
import type { ComparisonOperator } from '@farm3d/api';
import { IconButton } from '@farm3d/ui';
import type { Catalogue, ValueOption } from '../catalogue.ts';
import { EMPTY_PART, isOrder, type PartForm } from '../condition-form.ts';
import { t } from '../zh-CN.ts';
import { Choice, DeviceField, NumberText, placesIn, Text } from './fields.tsx';

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
  const at = placesIn(path, errors);
  const fields = { part, catalogue, at, change };
  return (
    <div data-testid="condition-part" className="flex items-end gap-2 rounded-control bg-sunken p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <Choice<PartForm['kind']>
          {...at('kind')}
          label={t('linkages.part.kind')}
          value={part.kind}
          options={(['comparison', 'silence'] as const).map((value) => ({
            value,
            label: t(`linkages.part.${value}`),
          }))}
          onChange={(kind) => change({ kind })}
        />
        <DeviceField
          {...at('deviceId')}
          catalogue={catalogue}
          needs="values"
          value={part.deviceId}
          onChange={(deviceId) => {
            const isSameKey = catalogue.values(deviceId).some(({ key }) => key === part.key);
            change(isSameKey ? { deviceId } : { ...EMPTY_PART, kind: part.kind, deviceId });
          }}
        />
        {part.kind === 'comparison' ? <ComparisonFields {...fields} /> : <SilenceFields {...fields} />}
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

interface FieldsProps extends Pick<PartFieldsProps, 'part' | 'catalogue'> {
  at: ReturnType<typeof placesIn>;
  change: (next: Partial<PartForm>) => void;
}

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

function ComparisonFields(props: FieldsProps) {
  const { part, catalogue, at, change } = props;
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
      <Choice
        {...at('key')}
        label={t('linkages.value')}
        placeholder={t('linkages.value.choose')}
        required
        value={part.key}
        options={keyOptions(values, part.key)}
        onChange={chooseKey}
      />
      <Choice<ComparisonOperator>
        {...at('op')}
        label={t('linkages.operator')}
        value={part.op}
        options={operators.map((value) => ({ value, label: t(`linkages.operator.${value}`) }))}
        onChange={(op) => change({ op })}
      />
      {isOrdered && (
        <Choice<PartForm['than']>
          {...at('than')}
          label={t('linkages.than')}
          value={part.than}
          options={(['fixed', 'key', 'past', 'forecast'] as const).map((value) => ({
            value,
            label: t(`linkages.than.${value}`),
          }))}
          // What is added has nothing to do with a fixed bound.
          onChange={(than) => change({ than, value: '' })}
        />
      )}
      {isOrdered && part.than !== 'fixed' && <OtherFields {...props} />}
      <Bound
        {...props}
        isAdded={isOrdered && part.than !== 'fixed'}
        unit={values.find(({ key }) => key === part.key)?.unit ?? ''}
      />
      {isOrdered && (
        <NumberText
          {...at('hysteresis')}
          label={t('linkages.hysteresis')}
          hint={t('linkages.hysteresis.hint')}
          value={part.hysteresis}
          onValueChange={(hysteresis) => change({ hysteresis })}
        />
      )}
    </>
  );
}

/** The other reading, or how long ago it was. */
function OtherFields({ part, catalogue, at, change }: FieldsProps) {
  if (part.than !== 'key')
    return (
      <NumberText
        {...at('hours')}
        label={t('linkages.hoursAgo')}
        required
        value={part.hours}
        onValueChange={(hours) => change({ hours })}
      />
    );
  const values = catalogue.values(part.otherDeviceId).filter(({ type }) => type === 'NUMERIC');
  return (
    <>
      <DeviceField
        {...at('otherDeviceId')}
        catalogue={catalogue}
        label={t('linkages.otherDevice')}
        needs="values"
        value={part.otherDeviceId}
        onChange={(otherDeviceId) => {
          const hasKey = catalogue.values(otherDeviceId).some(({ key }) => key === part.otherKey);
          change(hasKey ? { otherDeviceId } : { otherDeviceId, otherKey: '' });
        }}
      />
      <Choice
        {...at('otherKey')}
        label={t('linkages.otherValue')}
        placeholder={t('linkages.value.choose')}
        required
        value={part.otherKey}
        options={keyOptions(values, part.otherKey)}
        onChange={(otherKey) => change({ otherKey })}
      />
    </>
  );
}

/** What it is compared with, or what is added to the other reading. */
function Bound({ part, at, change, isAdded, unit }: FieldsProps & { isAdded: boolean; unit: string }) {
  const shared = {
    ...at('value'),
    label: t(isAdded ? 'linkages.added' : 'linkages.bound'),
    value: part.value,
  };
  if (part.type === 'BOOLEAN')
    return (
      <Choice
        {...shared}
        options={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={(value) => change({ value })}
      />
    );
  const Field = part.type === 'NUMERIC' ? NumberText : Text;
  return (
    <Field
      {...shared}
      required={!isAdded}
      autoComplete="off"
      unit={unit}
      onValueChange={(value) => change({ value })}
    />
  );
}

function SilenceFields({ part, catalogue, at, change }: FieldsProps) {
  const any = t('linkages.value.any');
  return (
    <>
      <Choice
        path={at('key').path}
        label={t('linkages.value')}
        placeholder={any}
        value={part.key}
        options={[{ value: '', label: any }, ...keyOptions(catalogue.values(part.deviceId), part.key)]}
        onChange={(key) => change({ key })}
      />
      <NumberText
        {...at('minutes')}
        label={t('linkages.silence')}
        required
        unit={t('linkages.minutes')}
        value={part.minutes}
        onValueChange={(minutes) => change({ minutes })}
      />
    </>
  );
}
