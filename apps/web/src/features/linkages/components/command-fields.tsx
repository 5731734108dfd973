import { serviceNumberFilter } from '@farm3d/api/validation';
import type { AttributeParameter } from '@farm3d/api';
import { SelectField, Switch, TextField } from '@farm3d/ui';
import { labelOf, type Catalogue } from '../catalogue.ts';
import type { ActionForm } from '../linkage-form.ts';
import { t } from '../zh-CN.ts';
import { DeviceField } from './device-field.tsx';

/** Fields of an action, whatever its type. */
export interface ActionFieldsProps {
  action: ActionForm;
  /** Such as 'actions.0'. */
  path: string;
  catalogue: Catalogue;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<ActionForm>) => void;
}

/** A command to a device: its service, parameters, and whether it waits for an offline device. */
export function CommandFields({ action, path, catalogue, errors, onChange }: ActionFieldsProps) {
  const { deviceId, method, waits, minutes } = action;
  const services = catalogue.services(deviceId);
  const service = catalogue.service(deviceId, method);
  const isUndeclared = method !== '' && !service;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <DeviceField
          catalogue={catalogue}
          path={`${path}.deviceId`}
          needs="services"
          value={deviceId}
          error={errors[`${path}.deviceId`]}
          // Another device of the model has the same services.
          onChange={(next) =>
            onChange(
              catalogue.service(next, method)
                ? { deviceId: next }
                : { deviceId: next, method: '', inputs: {}, stored: {} },
            )
          }
        />
        <SelectField
          label={t('linkages.service')}
          placeholder={t('linkages.service.choose')}
          required
          testId={`field-${path}.method`}
          value={method}
          error={errors[`${path}.method`]}
          options={[
            ...(isUndeclared ? [{ value: method, label: method }] : []),
            ...services.map(({ identify, name, nameEn }) => ({
              value: identify,
              label: labelOf(identify, name, nameEn),
            })),
          ]}
          onChange={(next) => onChange({ method: next, inputs: {}, stored: {} })}
        />
      </div>
      {isUndeclared && <p className="text-note text-ink-3">{t('linkages.service.undeclared')}</p>}
      {service && service.parameters.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {service.parameters.map((parameter) => (
            <Parameter
              key={parameter.key}
              parameter={parameter}
              label={labelOf(
                `${method}.${parameter.key}`,
                parameter.name || parameter.key,
                parameter.labelEn ?? '',
              )}
              path={`${path}.params.${parameter.key}`}
              input={action.inputs[parameter.key]}
              error={errors[`${path}.params.${parameter.key}`]}
              onChange={(input) => onChange({ inputs: { ...action.inputs, [parameter.key]: input } })}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex items-center gap-2 text-body">
          <Switch
            label={t('linkages.waits')}
            checked={waits}
            testId={`field-${path}.waits`}
            onChange={(next) => onChange({ waits: next })}
          />
          {t('linkages.waits')}
        </span>
        {waits && (
          <div className="w-40">
            <TextField
              label={t('linkages.wait')}
              required
              inputMode="decimal"
              keep={serviceNumberFilter}
              trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
              data-testid={`field-${path}.minutes`}
              value={minutes}
              error={errors[`${path}.minutes`]}
              onValueChange={(next) => onChange({ minutes: next })}
            />
          </div>
        )}
      </div>
    </>
  );
}

interface ParameterProps {
  parameter: AttributeParameter;
  label: string;
  path: string;
  input: string | boolean | undefined;
  error: string | undefined;
  onChange: (input: string | boolean) => void;
}

/** The range of a number, where it has one. */
function rangeHint({ min, max }: AttributeParameter): string | undefined {
  if (min !== null && max !== null) return t('linkages.range', { min, max });
  return undefined;
}

function Parameter({ parameter, label, path, input, error, onChange }: ParameterProps) {
  const { type, unit, optional } = parameter;
  if (type === 'BOOLEAN')
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="text-body">{label}</span>
        <Switch label={label} checked={input === true} testId={`field-${path}`} onChange={onChange} />
      </div>
    );
  const isNumber = type === 'NUMERIC';
  return (
    <TextField
      label={label}
      required={isNumber && !optional}
      inputMode={isNumber ? 'decimal' : 'text'}
      keep={isNumber ? serviceNumberFilter : undefined}
      autoComplete="off"
      hint={isNumber ? rangeHint(parameter) : undefined}
      trailing={unit === '' ? undefined : <span className="pr-3 text-note text-ink-3">{unit}</span>}
      data-testid={`field-${path}`}
      value={typeof input === 'string' ? input : ''}
      error={error}
      onValueChange={onChange}
    />
  );
}
