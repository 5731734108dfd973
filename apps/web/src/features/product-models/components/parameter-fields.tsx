import { Trash2 } from 'lucide-react';
import { classes, IconButton, SelectField, Switch, TextField } from '@farm3d/ui';
import { serviceNumberFilter } from '@farm3d/api/validation';
import type { ParameterType } from '@farm3d/api';
import type { ParameterForm } from '../product-model-draft.ts';
import { t } from '../zh-CN.ts';

const TYPES: readonly ParameterType[] = ['NUMERIC', 'BOOLEAN', 'STRING'];

export interface ParameterFieldsProps {
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
export function ParameterFields({
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
