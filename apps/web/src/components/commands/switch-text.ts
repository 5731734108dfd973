import { t } from '../../platform/locale.ts';
import type { ServiceSwitch, SwitchState } from './service-switch.ts';

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
