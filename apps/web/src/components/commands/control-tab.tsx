import { useEffect } from 'react';
import { computed, createModel, signal, useComputed } from '@preact/signals-react';
import { MonitorCog } from 'lucide-react';
import { Button, ConfirmDialog, Skeleton, Switch, TextField } from '@farm3d/ui';
import { serviceNumberFilter } from '@farm3d/api/validation';
import {
  handles as handleCalls,
  type Device,
  type DeviceHandle,
  type HandleParameter,
  type TelemetryValue,
} from '@farm3d/api';
import { createOpening } from '../../kit/actions.ts';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import { locale, term } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { readingText } from '../../platform/readings.ts';
import type { Services } from '../../platform/services.ts';
import { checkParameters, type ParameterInputs, type ParameterProblem } from './parameters.ts';
import { operate, pendingService, stateOf } from './service-commands.ts';
import { switchOf, verbText, type ServiceSwitch } from './service-switch.ts';
import { CommandLine, ServiceSwitchRow } from './service-switch-row.tsx';
import { t } from './zh-CN.ts';

/** LED screens have their own editor (Spec §7: the two methods of LED screens). */
const isScreenService = ({ identify }: DeviceHandle): boolean => identify.endsWith('_ledScreen_content');
/** A service that changes a state of the device moves or starts something: it needs a confirmation. */
const isDangerous = ({ states }: DeviceHandle): boolean => states.length > 0;
/** The switch of a service; null: it is none. */
const switchOfHandle = (handle: DeviceHandle): ServiceSwitch | null =>
  switchOf(
    handle,
    handle.states.map(({ identify }) => identify),
  );

/** A command that waits for its confirmation. */
interface Asked {
  readonly handle: DeviceHandle;
  readonly params: Record<string, TelemetryValue>;
}

const ControlModel = createModel((services: Services, device: Device) => {
  const { api, session } = services;
  const calls = services.clientOf({ handles: handleCalls }).handles;
  const handles = loadable<readonly DeviceHandle[]>(
    async (abort) => (await calls.ofDevice(device.id, { signal: abort })).items,
  );
  // Whose role permits no commands may be permitted them by a rule about this device.
  const rights = loadable(async (abort) => (await api.devices.get(device.id, { signal: abort })).rights);
  if (!session.hasRight('operate')) void rights.load();
  const inputs = signal<Readonly<Record<string, ParameterInputs>>>({});
  const problems = signal<Readonly<Record<string, Readonly<Record<string, ParameterProblem>>>>>({});
  /** The service whose device is awaited, sent here or on the card. */
  const waiting = computed(() => pendingService(device.id));
  const asked = createOpening<Asked>();

  const send = ({ handle, params }: Asked): void => {
    asked.close();
    void operate(
      services,
      device.id,
      handle,
      params,
      switchOfHandle(handle),
      (id, identify, values, timeoutMs) => calls.operate(id, { identify, params: values, timeoutMs }),
    );
  };

  return {
    handles,
    isClosed: computed(() => rights.value.value?.includes('operate') === false),
    inputs,
    problems,
    waiting,
    asked,
    type: ({ identify }: DeviceHandle, key: string, value: string | boolean): void => {
      inputs.value = { ...inputs.peek(), [identify]: { ...inputs.peek()[identify], [key]: value } };
      problems.value = { ...problems.peek(), [identify]: {} };
    },
    /** @param turned the state that a switch is turned to; undefined for other services */
    submit: (handle: DeviceHandle, turned?: Readonly<Record<string, boolean>>): void => {
      const typed = inputs.peek()[handle.identify];
      const { params, problems: found } = checkParameters(handle, { ...typed, ...turned });
      problems.value = { ...problems.peek(), [handle.identify]: found };
      if (Object.keys(found).length > 0) return;
      if (isDangerous(handle) || turned) asked.open({ handle, params });
      else send({ handle, params });
    },
    confirm: (): void => {
      const command = asked.subject.peek();
      if (command) send(command);
    },
  };
});
type Control = InstanceType<typeof ControlModel>;

interface ControlTabProps {
  device: Device;
  /** Opens the editor of an LED screen's content. */
  onEditLed: (id: string) => void;
}

/** The services of the product model, each a small form. */
export function ControlTab({ device, onEditLed }: ControlTabProps) {
  const { live } = useServices();
  const model = useModelOf(ControlModel, device);
  useEffect(() => void model.handles.load(), [model]);
  const online = useComputed(() => live.device(device.id).online.value ?? device.online).value;
  const { value: handles } = model.handles.value;
  const { value: error } = model.handles.error;
  if (!handles)
    return error === null ? (
      <Skeleton className="h-32" />
    ) : (
      <p className="py-4 text-note text-alarm">{t('panel.loadFailed', { reason: problemText(error) })}</p>
    );
  if (model.isClosed.value) return <p className="py-4 text-note text-ink-3">{t('control.closed')}</p>;
  const isScreen = handles.some(isScreenService);
  const others = handles.filter((handle) => !isScreenService(handle));
  const call = model.asked.subject.value;
  return (
    <div className="flex flex-col gap-3">
      {!online && (
        <p className="rounded-control bg-amber-soft px-3 py-2 text-note text-amber">{t('control.offline')}</p>
      )}
      {isScreen && (
        <Button
          icon={<MonitorCog aria-hidden size={18} />}
          data-testid="led-open"
          onClick={() => onEditLed(device.id)}
        >
          {t('led.open')}
        </Button>
      )}
      {handles.length === 0 && <p className="py-4 text-note text-ink-3">{t('control.none')}</p>}
      {others.map((handle) => (
        <Service key={handle.identify} device={device} model={model} handle={handle} online={online} />
      ))}
      <ConfirmDialog
        open={call !== null}
        testId="control-dialog"
        careful
        title={t('control.ask.title')}
        message={t('control.ask.message', {
          name: call ? term(call.handle.identify, call.handle.name) : '',
          device: device.name,
          params: call ? paramsText(call.handle, call.params) : '',
        })}
        confirmLabel={call ? verbOf(call) : ''}
        cancelLabel={t('common.cancel')}
        onConfirm={model.confirm}
        onCancel={model.asked.close}
      />
    </div>
  );
}

function paramsText({ identify, parameters }: DeviceHandle, params: Record<string, TelemetryValue>): string {
  const parts = parameters.flatMap(({ key, name, unit }) => {
    const value = params[key];
    if (value === undefined) return [];
    const text = `${readingText(value)} ${unit}`;
    return [`${term(`${identify}.${key}`, name)} ${text.trim()}`];
  });
  return parts.length > 0 ? parts.join(locale.value === 'en' ? ', ' : '，') : t('control.withoutParameters');
}

/** What the button of a command does. */
function verbOf({ handle, params }: Asked): string {
  const service = switchOfHandle(handle);
  return service ? verbText(service, params[service.key] === true) : t('control.send');
}

interface ServiceProps {
  device: Device;
  model: Control;
  handle: DeviceHandle;
  online: boolean;
}

function Service({ device, model, handle, online }: ServiceProps) {
  const { live } = useServices();
  const { identify } = handle;
  const inputs = model.inputs.value[identify] ?? {};
  const problems = model.problems.value[identify] ?? {};
  const waiting = model.waiting.value;
  const service = switchOfHandle(handle);
  const isOn = useComputed(() => service !== null && stateOf(live, device.id, service) === true).value;
  const others = handle.parameters.filter(({ key }) => key !== service?.key);
  return (
    <form
      data-testid="control-service"
      data-identify={identify}
      className="flex flex-col gap-3 rounded-control border border-line px-3 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        model.submit(handle, service ? { [service.key]: true } : undefined);
      }}
    >
      {service ? (
        <ServiceSwitchRow
          device={device}
          service={service}
          testId="control-switch"
          onTurn={(on) => model.submit(handle, { [service.key]: on })}
        />
      ) : (
        <h3 className="text-body font-medium">{term(identify, handle.name)}</h3>
      )}
      {others.map((parameter) => (
        <Parameter
          key={parameter.key}
          parameter={parameter}
          label={term(`${identify}.${parameter.key}`, parameter.name)}
          value={inputs[parameter.key]}
          problem={problems[parameter.key]}
          busy={waiting === identify}
          onChange={(value) => model.type(handle, parameter.key, value)}
        />
      ))}
      {!service && <CommandLine deviceId={device.id} service={identify} />}
      {(!service || others.length > 0) && (
        <Button
          type="submit"
          variant="primary"
          size="sm"
          className="self-end"
          disabled={!online || (waiting ?? identify) !== identify}
          busy={waiting === identify}
          data-testid="control-send"
        >
          {waiting === identify
            ? t('control.sending')
            : service && !isOn
              ? verbText(service, true)
              : t('control.send')}
        </Button>
      )}
    </form>
  );
}

interface ParameterProps {
  parameter: HandleParameter;
  label: string;
  value: string | boolean | undefined;
  problem: ParameterProblem | undefined;
  /** Whether its service waits for an answer. */
  busy: boolean;
  onChange: (value: string | boolean) => void;
}

function problemOf(problem: ParameterProblem): string {
  return problem.kind === 'number'
    ? t('control.number')
    : t('control.outside', { min: problem.min, max: problem.max });
}

function Parameter({
  parameter: { key, type, unit, min, max },
  label,
  value,
  problem,
  busy,
  onChange,
}: ParameterProps) {
  if (type === 'BOOLEAN')
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="text-note text-ink-2">{label}</span>
        <Switch
          label={label}
          checked={value === true}
          busy={busy}
          onChange={onChange}
          testId="control-switch"
        />
      </div>
    );
  const isNumber = type === 'NUMERIC';
  return (
    <TextField
      label={unit === '' ? label : locale.value === 'en' ? `${label} (${unit})` : `${label}（${unit}）`}
      data-testid="control-input"
      data-key={key}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      hint={isNumber && min !== null && max !== null ? t('control.range', { min, max }) : undefined}
      error={problem ? problemOf(problem) : null}
      keep={isNumber ? serviceNumberFilter : undefined}
      onValueChange={onChange}
    />
  );
}
