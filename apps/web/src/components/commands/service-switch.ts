import type { HandleStyle, ProductAttribute, TelemetryValue } from '@farm3d/api';
import { t } from '../../platform/locale.ts';

/** What turns something on and off: a service whose one required parameter is a switch. */
export interface ServiceSwitch {
  readonly identify: string;
  readonly name: string;
  /** The parameter that turns it on. */
  readonly key: string;
  /** The state that its product model associates with the service; null: it names none, so the state is unknown. */
  readonly state: string | null;
}

/** On, off, or null: the device has not reported it, or its product model does not say where. */
export type SwitchState = boolean | null;

type Parameter = Pick<HandleStyle['parameters'][number], 'key' | 'type' | 'optional'>;

/** The switch of a service with the states that its product model associates with it; null: it is none. */
export function switchOf(
  service: { identify: string; name: string; parameters: readonly Parameter[] },
  associatedStates: readonly string[],
): ServiceSwitch | null {
  const required = service.parameters.filter(({ optional }) => optional !== true);
  const [only] = required;
  if (required.length !== 1 || only?.type !== 'BOOLEAN') return null;
  const { identify, name } = service;
  return { identify, name, key: only.key, state: associatedStates[0] ?? null };
}

/** The switches of a product model, in its order. */
export function switchesOf(attributes: readonly ProductAttribute[]): ServiceSwitch[] {
  return attributes.flatMap((attribute) => {
    if (attribute.type !== 'service' || !attribute.enabled) return [];
    return switchOf(attribute, attribute.associatedStates) ?? [];
  });
}

/** What a reading says of a switch. Nothing is guessed: other values are unknown. */
export function switchState(value: TelemetryValue | undefined): SwitchState {
  if (value === true || value === 1) return true;
  return value === false || value === 0 ? false : null;
}

type Keyed = Pick<ServiceSwitch, 'key'>;

/** Whether its parameter says that it opens, as of valves and vents. */
const opens = ({ key }: Keyed): boolean => key === 'open';

/** The state of a switch. */
export function stateText(service: Keyed & Pick<ServiceSwitch, 'state'>, state: SwitchState): string {
  if (state === null) return t(service.state === null ? 'switch.undeclared' : 'switch.unknown');
  if (opens(service)) return t(state ? 'switch.isOpen' : 'switch.isClosed');
  return t(state ? 'switch.isOn' : 'switch.isOff');
}

/** The verb that turns it on or off. */
export function verbText(service: Keyed, on: boolean): string {
  if (opens(service)) return t(on ? 'switch.open' : 'switch.close');
  return t(on ? 'switch.on' : 'switch.off');
}
