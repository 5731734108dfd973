import { useState, type ComponentProps } from 'react';
import { KeyRound } from 'lucide-react';
import { linkages, type AttributeParameter } from '@farm3d/api';
import { Button, Switch, TextAreaField } from '@farm3d/ui';
import { labelOf, type Catalogue } from '../catalogue.ts';
import { CopyLine } from '../../../kit/blocks.tsx';
import { useServices } from '../../../kit/services.tsx';
import { WEATHERS, type ActionForm } from '../linkage-form.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../zh-CN.ts';
import { Choice, DeviceField, NumberText, placesIn, Text } from './fields.tsx';

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

interface FieldsProps extends Omit<ActionFieldsProps, 'errors'> {
  at: ReturnType<typeof placesIn>;
}

/** The fields of an action by its type. */
export function ActionFields({ errors, ...rest }: ActionFieldsProps) {
  const props = { ...rest, at: placesIn(rest.path, errors) };
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
function CommandFields(props: FieldsProps) {
  const { action, path, catalogue, at, onChange } = props;
  const { deviceId, method, waits } = action;
  const services = catalogue.services(deviceId);
  const service = catalogue.service(deviceId, method);
  const isUndeclared = method !== '' && !service;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <DeviceField
          {...at('deviceId')}
          catalogue={catalogue}
          needs="services"
          value={deviceId}
          // Another device of the model has the same services.
          onChange={(next) =>
            onChange(
              catalogue.service(next, method)
                ? { deviceId: next }
                : { deviceId: next, method: '', inputs: {}, stored: {} },
            )
          }
        />
        <Choice
          {...at('method')}
          label={t('linkages.service')}
          placeholder={t('linkages.service.choose')}
          required
          value={method}
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
              place={at(`params.${parameter.key}`)}
              input={action.inputs[parameter.key]}
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
  place: ReturnType<FieldsProps['at']>;
  input: string | boolean | undefined;
  onChange: (input: string | boolean) => void;
}

/** The range of a number, where it has one. */
function rangeHint({ min, max }: AttributeParameter): string | undefined {
  if (min !== null && max !== null) return t('linkages.range', { min, max });
  return undefined;
}

function Parameter({ parameter, label, place, input, onChange }: ParameterProps) {
  const { type, unit, optional } = parameter;
  if (type === 'BOOLEAN')
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="text-body">{label}</span>
        <Switch label={label} checked={input === true} testId={`field-${place.path}`} onChange={onChange} />
      </div>
    );
  const isNumber = type === 'NUMERIC';
  const Field = isNumber ? NumberText : Text;
  return (
    <Field
      {...place}
      label={label}
      required={isNumber && !optional}
      autoComplete="off"
      hint={isNumber ? rangeHint(parameter) : undefined}
      unit={unit}
      value={typeof input === 'string' ? input : ''}
      onValueChange={onChange}
    />
  );
}

/** A notice or a work order. */
function TextFields(props: FieldsProps) {
  const { action, catalogue, at, onChange } = props;
  return (
    <>
      <Text
        {...at('title')}
        label={t('linkages.heading')}
        required
        limit={TITLE_MAX}
        value={action.title}
        onValueChange={(title) => onChange({ title })}
      />
      <ContentField {...props} />
      {action.type === 'workOrder' && (
        <DeviceField
          {...at('deviceId')}
          catalogue={catalogue}
          isOptional
          value={action.deviceId}
          onChange={(deviceId) => onChange({ deviceId })}
        />
      )}
    </>
  );
}

interface NamedChoiceProps extends Omit<ComponentProps<typeof Choice>, 'options'> {
  of: readonly { readonly id: string; readonly name: string }[];
  nameOf: (id: string) => string;
}

/** One of the records of the organisation; one that is gone stays the choice until another one is made. */
function NamedChoice({ of, nameOf, value, ...rest }: NamedChoiceProps) {
  const isGone = value !== '' && value !== null && !of.some(({ id }) => id === value);
  return (
    <Choice
      {...rest}
      required
      value={value}
      options={[
        ...(isGone ? [{ value, label: nameOf(value) }] : []),
        ...of.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** Another linkage. */
function LinkageFields({ action, catalogue, at, onChange }: FieldsProps) {
  return (
    <NamedChoice
      {...at('linkageId')}
      label={t('linkages.other')}
      placeholder={t('linkages.other.choose')}
      hint={t('linkages.other.hint')}
      value={action.linkageId}
      of={catalogue.linkages}
      nameOf={catalogue.linkageName}
      onChange={(linkageId) => onChange({ linkageId })}
    />
  );
}

/** The text of a notice, a work order or a webhook. */
function ContentField({ action, path, at, onChange }: FieldsProps) {
  return (
    <TextAreaField
      label={t('linkages.content')}
      limit={CONTENT_MAX}
      rows={2}
      data-testid={`field-${path}.content`}
      value={action.content}
      error={at('content').error}
      onValueChange={(content) => onChange({ content })}
    />
  );
}

/** A length of time. */
function MinutesField({ action, at, onChange, label }: FieldsProps & { label: string }) {
  return (
    <div className="w-40">
      <NumberText
        {...at('minutes')}
        label={label}
        required
        unit={t('linkages.minutes')}
        value={action.minutes}
        onValueChange={(minutes) => onChange({ minutes })}
      />
    </div>
  );
}

function WeatherFields({ action, catalogue, at, onChange }: FieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <NamedChoice
        {...at('sceneId')}
        label={t('linkages.scene')}
        placeholder={t('linkages.scene.choose')}
        value={action.sceneId}
        of={catalogue.scenes}
        nameOf={catalogue.sceneName}
        onChange={(sceneId) => onChange({ sceneId })}
      />
      <Choice<ActionForm['weather']>
        {...at('weather')}
        label={t('linkages.weather')}
        value={action.weather}
        options={[
          ...WEATHERS.map((value) => ({ value, label: t(`linkages.weather.${value}`) })),
          { value: '', label: t('linkages.weather.end') },
        ]}
        onChange={(weather) => onChange({ weather })}
      />
    </div>
  );
}

/** A webhook: its address, its text, and the key with which its receiver checks the signature. */
function WebhookFields(props: FieldsProps) {
  const { action, at, onChange } = props;
  return (
    <>
      <Text
        {...at('url')}
        label={t('linkages.address')}
        hint={t('linkages.address.hint')}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={action.url}
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
