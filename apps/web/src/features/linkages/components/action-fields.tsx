import { useState } from 'react';
import { KeyRound } from 'lucide-react';
import { linkages, type AttributeParameter } from '@farm3d/api';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { Button, SelectField, Switch, TextAreaField, TextField } from '@farm3d/ui';
import { labelOf, type Catalogue } from '../catalogue.ts';
import { CopyLine } from '../../../components/copy-line.tsx';
import { useServices } from '../../../kit/services.tsx';
import { WEATHERS, type ActionForm } from '../linkage-form.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../zh-CN.ts';
import { DeviceField } from './device-field.tsx';

const TITLE_MAX = 128;
const CONTENT_MAX = 2000;

/** Fields of an action, whatever its type. */
interface ActionFieldsProps {
  action: ActionForm;
  /** Such as 'actions.0'. */
  path: string;
  catalogue: Catalogue;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<ActionForm>) => void;
}

/** The fields of an action by its type. */
export function ActionFields(props: ActionFieldsProps) {
  switch (props.action.type) {
    case 'command':
      return <CommandFields {...props} />;
    case 'linkage':
      return <LinkageFields {...props} />;
    case 'webhook':
      return <WebhookFields {...props} />;
    case 'wait':
      return <MinutesField {...props} label={t('linkages.pause')} />;
    case 'weather':
      return <WeatherFields {...props} />;
    default:
      return <TextFields {...props} />;
  }
}

/** A command to a device: its service, parameters, and whether it waits for an offline device. */
function CommandFields(props: ActionFieldsProps) {
  const { action, path, catalogue, errors, onChange } = props;
  const { deviceId, method, waits } = action;
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
        {waits && <MinutesField {...props} label={t('linkages.wait')} />}
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

/** A notice or a work order. */
function TextFields(props: ActionFieldsProps) {
  const { action, path, catalogue, errors, onChange } = props;
  return (
    <>
      <TextField
        label={t('linkages.heading')}
        required
        limit={TITLE_MAX}
        data-testid={`field-${path}.title`}
        value={action.title}
        error={errors[`${path}.title`]}
        onValueChange={(title) => onChange({ title })}
      />
      <ContentField {...props} />
      {action.type === 'workOrder' && (
        <DeviceField
          catalogue={catalogue}
          path={`${path}.deviceId`}
          isOptional
          value={action.deviceId}
          error={errors[`${path}.deviceId`]}
          onChange={(deviceId) => onChange({ deviceId })}
        />
      )}
    </>
  );
}

/** Another linkage. */
function LinkageFields({ action: { linkageId }, path, catalogue, errors, onChange }: ActionFieldsProps) {
  const isGone = linkageId !== '' && !catalogue.linkages.some(({ id }) => id === linkageId);
  return (
    <SelectField
      label={t('linkages.other')}
      placeholder={t('linkages.other.choose')}
      hint={t('linkages.other.hint')}
      required
      testId={`field-${path}.linkageId`}
      value={linkageId}
      error={errors[`${path}.linkageId`]}
      options={[
        ...(isGone ? [{ value: linkageId, label: catalogue.linkageName(linkageId) }] : []),
        ...catalogue.linkages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) => onChange({ linkageId: next })}
    />
  );
}

/** The text of a notice, a work order or a webhook. */
function ContentField({ action, path, errors, onChange }: ActionFieldsProps) {
  return (
    <TextAreaField
      label={t('linkages.content')}
      limit={CONTENT_MAX}
      rows={2}
      data-testid={`field-${path}.content`}
      value={action.content}
      error={errors[`${path}.content`]}
      onValueChange={(content) => onChange({ content })}
    />
  );
}

/** A length of time. */
function MinutesField({ action, path, errors, onChange, label }: ActionFieldsProps & { label: string }) {
  return (
    <div className="w-40">
      <TextField
        label={label}
        required
        inputMode="decimal"
        keep={serviceNumberFilter}
        trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
        data-testid={`field-${path}.minutes`}
        value={action.minutes}
        error={errors[`${path}.minutes`]}
        onValueChange={(minutes) => onChange({ minutes })}
      />
    </div>
  );
}

function WeatherFields({ action, path, catalogue, errors, onChange }: ActionFieldsProps) {
  const { sceneId } = action;
  const isGone = sceneId !== '' && !catalogue.scenes.some(({ id }) => id === sceneId);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('linkages.scene')}
        placeholder={t('linkages.scene.choose')}
        required
        testId={`field-${path}.sceneId`}
        value={sceneId}
        error={errors[`${path}.sceneId`]}
        options={[
          ...(isGone ? [{ value: sceneId, label: catalogue.sceneName(sceneId) }] : []),
          ...catalogue.scenes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => onChange({ sceneId: next })}
      />
      <SelectField
        label={t('linkages.weather')}
        placeholder={t('linkages.weather')}
        testId={`field-${path}.weather`}
        value={action.weather}
        options={[
          ...WEATHERS.map((value) => ({ value, label: t(`linkages.weather.${value}`) })),
          { value: '', label: t('linkages.weather.end') },
        ]}
        onChange={(weather) => onChange({ weather: weather as ActionForm['weather'] })}
      />
    </div>
  );
}

/** A webhook: its address, its text, and the key with which its receiver checks the signature. */
function WebhookFields(props: ActionFieldsProps) {
  const { action, path, errors, onChange } = props;
  return (
    <>
      <TextField
        label={t('linkages.address')}
        hint={t('linkages.address.hint')}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        data-testid={`field-${path}.url`}
        value={action.url}
        error={errors[`${path}.url`]}
        onValueChange={(url) => onChange({ url })}
      />
      <ContentField {...props} />
      <SigningKey />
    </>
  );
}

/** The key, when it was asked for. */
function SigningKey() {
  const { clientOf } = useServices();
  const [key, setKey] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    try {
      setKey((await clientOf({ linkages }).linkages.webhookKey()).key);
    } catch (error) {
      showToast('error', problemText(error), 'linkages.webhookKey');
    }
  };
  if (key !== null) return <CopyLine label={t('linkages.signingKey')} text={key} testId="webhook-key" />;
  return (
    <div>
      <Button
        size="sm"
        variant="quiet"
        icon={<KeyRound size={16} />}
        data-testid="webhook-key-show"
        onClick={() => void show()}
      >
        {t('linkages.signingKey.show')}
      </Button>
    </div>
  );
}
