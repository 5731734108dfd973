import { useMemo } from 'react';
import { SearchSelectField } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import type { Catalogue } from '../catalogue.ts';
import { t } from '../zh-CN.ts';

interface DeviceFieldProps {
  catalogue: Catalogue;
  /** Path of the field; part of its test id. */
  path: string;
  /** Default 'Device'. */
  label?: string;
  /** Empty: none. */
  value: string;
  error: string | undefined;
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
