import { useMemo, type ComponentProps } from 'react';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { SearchSelectField, SelectField, TextField } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import type { FieldErrors } from '../../../kit/editor-model.ts';
import type { Catalogue } from '../catalogue.ts';
import { t } from '../zh-CN.ts';

/** Where a field is in the form, and what is wrong with it. */
interface Place {
  /** Part of its test id, such as 'actions.0.title'. */
  path: string;
  error?: string | undefined;
}

/** The places of the fields of a part of the form. @param path of the part, such as 'actions.0' */
export const placesIn =
  (path: string, errors: FieldErrors) =>
  (field: string): Place => ({ path: `${path}.${field}`, error: errors[`${path}.${field}`] });

type Without<Props, Names extends keyof Props> = Omit<Props, Names>;

interface ChoiceProps<Value extends string>
  extends
    Place,
    Without<ComponentProps<typeof SelectField>, 'testId' | 'placeholder' | 'error' | 'onChange'> {
  /** Default: the label. */
  placeholder?: string;
  onChange: (value: Value) => void;
}

/** One of a few values. */
export function Choice<Value extends string>({ path, onChange, ...rest }: ChoiceProps<Value>) {
  return (
    <SelectField
      placeholder={rest.label}
      {...rest}
      testId={`field-${path}`}
      onChange={(next) => onChange(next as Value)}
    />
  );
}

interface TextProps extends Place, Without<ComponentProps<typeof TextField>, 'trailing' | 'error'> {
  /** Default: none. */
  unit?: string;
}

/** A line of text. */
export function Text({ path, unit = '', ...rest }: TextProps) {
  return (
    <TextField
      {...rest}
      trailing={unit === '' ? undefined : <span className="pr-3 text-note text-ink-3">{unit}</span>}
      data-testid={`field-${path}`}
    />
  );
}

/** A number, as text. */
export const NumberText = (props: TextProps) => (
  <Text inputMode="decimal" keep={serviceNumberFilter} {...props} />
);

interface DeviceFieldProps extends Place {
  catalogue: Catalogue;
  /** Default 'Device'. */
  label?: string;
  /** Empty: none. */
  value: string;
  /** What the device must have. Default 'anything'. */
  needs?: 'values' | 'services' | 'anything';
  /** Whether no device is a choice. Default false. */
  isOptional?: boolean;
  onChange: (deviceId: string) => void;
}

const HAS: Readonly<
  Record<NonNullable<DeviceFieldProps['needs']>, (catalogue: Catalogue, id: string) => boolean>
> = {
  values: (catalogue, id) => catalogue.values(id).length > 0,
  services: (catalogue, id) => catalogue.services(id).length > 0,
  anything: () => true,
};

/** Chooses a device by its name. */
export function DeviceField({
  catalogue,
  path,
  label = t('linkages.device'),
  value,
  error,
  needs = 'anything',
  isOptional = false,
  onChange,
}: DeviceFieldProps) {
  const options = useMemo(
    () =>
      catalogue.devices
        .filter(({ id }) => HAS[needs](catalogue, id))
        .map(({ id, name, productModelCode, productTypeCode }) => ({
          value: id,
          label: name,
          note: productModelCode,
          icon: <DeviceIcon productTypeCode={productTypeCode} size={24} />,
        })),
    [catalogue, needs],
  );
  // A device that was deleted, or no longer has what is needed, stays the choice until another one is made.
  const isElsewhere = value !== '' && !options.some((option) => option.value === value);
  return (
    <SearchSelectField
      label={label}
      placeholder={t(isOptional ? 'linkages.device.none' : 'linkages.device.choose')}
      noMatch={t('linkages.device.noMatch')}
      required={!isOptional}
      testId={`field-${path}`}
      value={value}
      error={error}
      options={[
        ...(isOptional ? [{ value: '', label: t('linkages.device.none') }] : []),
        ...(isElsewhere ? [{ value, label: catalogue.deviceName(value) }] : []),
        ...options,
      ]}
      onChange={onChange}
    />
  );
}
