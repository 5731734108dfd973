import type { ModelAttribute, ParameterType, SimpleDevice } from '@farm3d/api';
import { locale, term } from '../../platform/locale.ts';
import { t } from './zh-CN.ts';

/** A value of a device that a condition may compare. */
export interface ValueOption {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly type: ParameterType;
}

/** A linkage that an action may run. */
interface NamedLinkage {
  readonly id: string;
  readonly name: string;
}

/** Devices, attributes for linkages, scenes and linkages, by what linkages name them with. */
export interface Catalogue {
  readonly devices: readonly SimpleDevice[];
  readonly scenes: readonly { readonly id: string; readonly name: string }[];
  readonly deviceName: (deviceId: string) => string;
  readonly sceneName: (sceneId: string) => string;
  readonly linkages: readonly NamedLinkage[];
  readonly linkageName: (linkageId: string) => string;
  /** Measured values and states of a device. */
  readonly values: (deviceId: string) => readonly ValueOption[];
  /** A value with its device; null: the device itself. */
  readonly valueName: (deviceId: string, key: string | null) => string;
  /** Services of a device. */
  readonly services: (deviceId: string) => readonly ModelAttribute[];
  readonly service: (deviceId: string, method: string) => ModelAttribute | undefined;
}

/** The label in the present language of a value, service or parameter that a product model declares. */
export const labelOf = (code: string, name: string, nameEn: string): string =>
  (locale.value === 'en' ? nameEn : '') || term(code, name || code);

function valuesOf(attributes: readonly ModelAttribute[]): ValueOption[] {
  const byKey = new Map<string, ValueOption>();
  for (const { identify, name, nameEn, type, parameters } of attributes) {
    if (type === 'service') continue;
    for (const parameter of parameters)
      byKey.set(parameter.key, {
        key: parameter.key,
        name: labelOf(parameter.key, parameter.name || name, parameter.labelEn || nameEn),
        unit: parameter.unit,
        type: parameter.type,
      });
    if (parameters.length === 0)
      byKey.set(identify, {
        key: identify,
        name: labelOf(identify, name, nameEn),
        unit: '',
        type: type === 'status' ? 'BOOLEAN' : 'NUMERIC',
      });
  }
  return [...byKey.values()];
}

const nameOf = (id: string, name: string | undefined): string =>
  name ?? t(id === '' ? 'linkages.blank' : 'linkages.gone');

/** A catalogue with these linkages. */
export function withLinkages(catalogue: Catalogue, linkages: readonly NamedLinkage[]): Catalogue {
  const names = new Map(linkages.map(({ id, name }) => [id, name]));
  return { ...catalogue, linkages, linkageName: (linkageId) => nameOf(linkageId, names.get(linkageId)) };
}

/** A catalogue without linkages: see {@link withLinkages}. */
export function createCatalogue(
  devices: readonly SimpleDevice[],
  attributes: readonly ModelAttribute[],
  scenes: readonly { readonly id: string; readonly name: string }[],
): Catalogue {
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const sceneNames = new Map(scenes.map(({ id, name }) => [id, name]));
  const byModel = Map.groupBy(attributes, ({ productModelCode }) => productModelCode);
  const ofDevice = (deviceId: string): readonly ModelAttribute[] =>
    byModel.get(deviceById.get(deviceId)?.productModelCode ?? '') ?? [];
  const services = (deviceId: string): readonly ModelAttribute[] =>
    ofDevice(deviceId).filter(({ type }) => type === 'service');
  // Computed once for each product model and language, not for each of its devices.
  const known = new Map<string, readonly ValueOption[]>();
  const values = (deviceId: string): readonly ValueOption[] => {
    const key = `${locale.value} ${deviceById.get(deviceId)?.productModelCode ?? ''}`;
    const list = known.get(key) ?? valuesOf(ofDevice(deviceId));
    known.set(key, list);
    return list;
  };
  const deviceName = (deviceId: string): string => nameOf(deviceId, deviceById.get(deviceId)?.name);
  return {
    devices,
    scenes,
    deviceName,
    valueName: (deviceId, key) => {
      const device = deviceName(deviceId);
      if (key === null) return device;
      const name = values(deviceId).find((one) => one.key === key)?.name ?? (key || t('linkages.blank'));
      return t('linkages.valueOf', { device, name });
    },
    sceneName: (sceneId) => nameOf(sceneId, sceneNames.get(sceneId)),
    linkages: [],
    linkageName: (linkageId) => nameOf(linkageId, undefined),
    values,
    services,
    service: (deviceId, method) => services(deviceId).find(({ identify }) => identify === method),
  };
}
