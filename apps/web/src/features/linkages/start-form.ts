import type { AttributeParameter, ModelAttribute } from '@farm3d/api';
import type { Catalogue } from './catalogue.ts';
import { EMPTY_GROUP, EMPTY_PART, type ConditionForm, type PartForm } from './condition-form.ts';
import {
  EMPTY_LINKAGE,
  EMPTY_TRIGGER,
  emptyAction,
  type ActionForm,
  type LinkageForm,
} from './linkage-form.ts';
import { t } from './zh-CN.ts';

const DRY = '12';
const MINUTES = 20;
const MOISTURE = /moisture/i;
const WATERING = /valve|pump|irrigat/i;
/** Water evaporates least before sunrise. */
const WATERING_TIME = '05:00';
/** Characters of a plot's name that fit into that of a linkage. */
const PLOT_NAME = 40;

const conditionOf = (part: Partial<PartForm>): ConditionForm => ({
  kind: 'groups',
  match: 'all',
  groups: [{ ...EMPTY_GROUP, parts: [{ ...EMPTY_PART, ...part }] }],
});

/** The service of a device that waters; undefined: it has none with parameters. */
function wateringService(catalogue: Catalogue, deviceId: string): ModelAttribute | undefined {
  const services = catalogue.services(deviceId).filter(({ parameters }) => parameters.length > 0);
  return services.find(({ identify }) => WATERING.test(identify)) ?? services[0];
}

/** A usual value of a parameter: on, and the minutes, or the nearest to them that its range has. */
function usualInput({ type, min, max }: AttributeParameter, minutes: number): string | boolean {
  if (type === 'BOOLEAN') return true;
  if (type === 'STRING') return '';
  return String(Math.min(max ?? minutes, Math.max(min ?? minutes, minutes)));
}

const watering = (deviceId: string, service: ModelAttribute | undefined, minutes: number): ActionForm => ({
  ...emptyAction('command'),
  deviceId,
  method: service?.identify ?? '',
  inputs: Object.fromEntries((service?.parameters ?? []).map((one) => [one.key, usualInput(one, minutes)])),
});

/** "If the soil is dry, open the valve", with the first devices of the farm that fit. */
function exampleForm(catalogue: Catalogue): LinkageForm {
  const { devices } = catalogue;
  const probe = devices.find(({ id }) => catalogue.values(id).some(({ key }) => MOISTURE.test(key)));
  const key = probe && catalogue.values(probe.id).find((value) => MOISTURE.test(value.key))?.key;
  const waters = ({ id }: { id: string }) => WATERING.test(wateringService(catalogue, id)?.identify ?? '');
  const actor = devices.find(waters) ?? devices.find(({ id }) => wateringService(catalogue, id));
  return {
    ...EMPTY_LINKAGE,
    name: t('linkages.example.name'),
    condition: conditionOf({ deviceId: probe?.id ?? '', key: key ?? '', value: DRY, hysteresis: '3' }),
    actions: [watering(actor?.id ?? '', actor && wateringService(catalogue, actor.id), MINUTES)],
  };
}

/** "At 05:00, if the soil is dry, open the valve", as the advice on a plot has it; without a valve a work order. */
function wateringForm(start: URLSearchParams, catalogue: Catalogue): LinkageForm {
  const of = (name: string): string => start.get(name) ?? '';
  const plot = Array.from(of('plot')).slice(0, PLOT_NAME).join('');
  const valve = of('valve');
  const service = wateringService(catalogue, valve);
  return {
    ...EMPTY_LINKAGE,
    name: t('linkages.watering.name', { plot }),
    triggers: [
      {
        ...EMPTY_TRIGGER,
        type: 'cron',
        time: WATERING_TIME,
        timeZone: of('zone') || EMPTY_TRIGGER.timeZone,
      },
    ],
    condition: conditionOf({ deviceId: of('device'), key: of('key'), value: of('below') }),
    actions: [
      service
        ? watering(valve, service, Number(of('minutes')) || MINUTES)
        : {
            ...emptyAction('workOrder'),
            deviceId: of('device'),
            title: t('linkages.watering.order', { plot }),
          },
    ],
  };
}

/** What a new linkage begins with, by the address of its editor; null: nothing. */
export function startForm(start: URLSearchParams, catalogue: Catalogue): LinkageForm | null {
  if (start.has('below')) return wateringForm(start, catalogue);
  return start.has('example') ? exampleForm(catalogue) : null;
}
