import { useEffect } from 'react';
import { computed, createModel, signal, useComputed, useModel } from '@preact/signals-react';
import { MonitorCog } from 'lucide-react';
import { Button, ConfirmDialog, Skeleton, Switch, TextField } from '@farm3d/ui';
import { serviceNumberFilter } from '@farm3d/api/validation';
import type { Device, DeviceHandle, HandleParameter, TelemetryValue } from '@farm3d/api';
import { locale, term } from '../../../../platform/locale.ts';
import { loadable } from '../../../../platform/loadable.ts';
import { problemText } from '../../../../platform/problem.ts';
import { readingText } from '../../../../platform/reading-text.ts';
import { live } from '../../../../platform/services.ts';
import { pendingService, whilePending } from '../../live/pending-commands.ts';
import { panelApi } from '../panel-api.ts';
import { showToast } from '../../../../platform/toasts.ts';
import { t } from '../../texts/panel-texts.ts';
import { checkParameters, type ParameterInputs, type ParameterProblem } from '../parameters.ts';

/** LED screens have their own editor (Spec §7: the two methods of LED screens). */
const isScreenService = ({ identify }: DeviceHandle): boolean => identify.endsWith('_ledScreen_content');
/** A service that changes a state of the device moves or starts something: it needs a confirmation. */
const isDangerous = ({ states }: DeviceHandle): boolean => states.length > 0;

const ControlModel = createModel((device: Device) => {
  const handles = loadable<readonly DeviceHandle[]>(
    async (abort) => (await panelApi.handles.ofDevice(device.id, { signal: abort })).items,
  );
  const inputs = signal<Readonly<Record<string, ParameterInputs>>>({});
  const problems = signal<Readonly<Record<string, Readonly<Record<string, ParameterProblem>>>>>({});
  /** The service whose response is awaited, sent here or on the card. */
  const waiting = computed(() => pendingService(device.id));
  /** The call that waits for its confirmation. */
  const unconfirmed = signal<{ handle: DeviceHandle; params: Record<string, TelemetryValue> } | null>(null);

  /** What the device reports of a switch: the same reading as on its card. */
  const reported = ({ states }: DeviceHandle): boolean =>
    states.some(({ identify }) => live.device(device.id).reading(identify).value?.value === true);
  const typed = (handle: DeviceHandle): ParameterInputs => inputs.value[handle.identify] ?? {};
  /** A switch shows what was chosen; without a choice and while a command waits, what the device reports. */
  const inputsOf = (handle: DeviceHandle): ParameterInputs => {
    const switches = handle.parameters.filter(({ type }) => type === 'BOOLEAN');
    const states = Object.fromEntries(switches.map(({ key }) => [key, reported(handle)]));
    return waiting.value === handle.identify
      ? { ...typed(handle), ...states }
      : { ...states, ...typed(handle) };
  };
  /** By service. A signal, so that components subscribe to it. */
  const shown = computed<Readonly<Record<string, ParameterInputs>>>(() =>
    Object.fromEntries((handles.value.value ?? []).map((handle) => [handle.identify, inputsOf(handle)])),
  );

  const send = async (handle: DeviceHandle, params: Record<string, TelemetryValue>): Promise<void> => {
    const name = term(handle.identify, handle.name);
    try {
      const { status } = await panelApi.handles.operate(device.id, { identify: handle.identify, params });
      if (status === 'success') {
        showToast('success', t('control.done', { name }), 'control');
        // Its switches follow the device again; numbers stay for the next time.
        const numbers = Object.entries(typed(handle)).filter(([, value]) => typeof value !== 'boolean');
        inputs.value = { ...inputs.peek(), [handle.identify]: Object.fromEntries(numbers) };
      } else showToast('error', t('control.refused', { name }), 'control');
    } catch (error) {
      showToast('error', t('control.failed', { name, reason: problemText(error) }), 'control');
    }
  };
  const submit = (handle: DeviceHandle, params: Record<string, TelemetryValue>): void => {
    unconfirmed.value = null;
    void whilePending(device.id, handle.identify, () => send(handle, params));
  };

  return {
    handles,
    shown,
    problems,
    waiting,
    unconfirmed,
    type: ({ identify }: DeviceHandle, key: string, value: string | boolean): void => {
      inputs.value = { ...inputs.peek(), [identify]: { ...inputs.peek()[identify], [key]: value } };
      problems.value = { ...problems.peek(), [identify]: {} };
    },
    submit: (handle: DeviceHandle): void => {
      const { params, problems: found } = checkParameters(handle, inputsOf(handle));
      problems.value = { ...problems.peek(), [handle.identify]: found };
      if (Object.keys(found).length > 0) return;
      if (isDangerous(handle)) unconfirmed.value = { handle, params };
      else submit(handle, params);
    },
    confirm: (): void => {
      const call = unconfirmed.peek();
      if (call) submit(call.handle, call.params);
    },
    dismiss: (): void => {
      unconfirmed.value = null;
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
  const model = useModel(() => new ControlModel(device));
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
  const isScreen = handles.some(isScreenService);
  const others = handles.filter((handle) => !isScreenService(handle));
  const call = model.unconfirmed.value;
  return (
    <div className="flex flex-col gap-3">
      {!online && (
        <p className="rounded-control bg-amber-soft px-3 py-2 text-note text-amber">{t('control.offline')}</p>
      )}
      {isScreen && (
        <Button
          icon={<MonitorCog aria-hidden size={18} strokeWidth={1.5} />}
          data-testid="led-open"
          onClick={() => onEditLed(device.id)}
        >
          {t('led.open')}
        </Button>
      )}
      {handles.length === 0 && <p className="py-4 text-note text-ink-3">{t('control.none')}</p>}
      {others.map((handle) => (
        <Service key={handle.identify} model={model} handle={handle} online={online} />
      ))}
      <ConfirmDialog
        open={call !== null}
        testId="control-dialog"
        dangerous
        title={t('control.ask.title')}
        message={t('control.ask.message', {
          name: call ? term(call.handle.identify, call.handle.name) : '',
          device: device.name,
          params: call ? paramsText(call.handle, call.params) : '',
        })}
        confirmLabel={t('common.confirm')}
        cancelLabel={t('common.cancel')}
        onConfirm={model.confirm}
        onCancel={model.dismiss}
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

function Service({ model, handle, online }: { model: Control; handle: DeviceHandle; online: boolean }) {
  const { identify } = handle;
  const inputs = model.shown.value[identify] ?? {};
  const problems = model.problems.value[identify] ?? {};
  return (
    <form
      data-testid="control-service"
      data-identify={identify}
      className="flex flex-col gap-3 rounded-control border border-line px-3 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        model.submit(handle);
      }}
    >
      <h3 className="text-body font-medium">{term(identify, handle.name)}</h3>
      {handle.parameters.map((parameter) => (
        <Parameter
          key={parameter.key}
          parameter={parameter}
          label={term(`${identify}.${parameter.key}`, parameter.name)}
          value={inputs[parameter.key]}
          problem={problems[parameter.key]}
          busy={model.waiting.value === identify}
          onChange={(value) => model.type(handle, parameter.key, value)}
        />
      ))}
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="self-end"
        disabled={!online || (model.waiting.value ?? identify) !== identify}
        busy={model.waiting.value === identify}
        data-testid="control-send"
      >
        {t(model.waiting.value === identify ? 'control.sending' : 'control.send')}
      </Button>
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
