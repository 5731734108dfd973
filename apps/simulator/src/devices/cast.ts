import { seedOf } from '../physics/random.ts';
import { camera } from './camera.ts';
import type { Behaviour } from './device.ts';
import { gateway, insectLamp, ledScreen } from './field.ts';
import { climateSensor, fanPad, growLight, rollMotor, shadeMotor } from './greenhouse.ts';
import { soilProbe } from './soil-probe.ts';
import { valve } from './valve.ts';
import { dripController, phEcProbe, pump, waterMeter } from './water.ts';
import { weatherStation } from './weather-station.ts';

/** A device that the platform registered and this process plays. */
export interface DemoDevice {
  id: string;
  name: string;
  productModelCode: string;
  /** Its MQTT user name. */
  token: string;
}

export interface Role {
  device: DemoDevice;
  behaviour: Behaviour;
}

export interface Cast {
  roles: Role[];
  /** Devices of a product model that nobody here can play. */
  unknown: DemoDevice[];
  zones: number;
  heads: number;
}

/** Products whose devices are all alike. */
const PLAIN: Readonly<Record<string, (seed: number) => Behaviour>> = {
  'QX-9': weatherStation,
  'WSN-6': climateSensor,
  'PHEC-1': phEcProbe,
  'SWJ-LL': waterMeter,
  'SB-7.5': pump,
  'JMJ-24V': rollMotor,
  'ZYW-70': shadeMotor,
  'FJSL-1': fanPad,
  'BGD-600': growLight,
  'CQD-AI': insectLamp,
  'LED-P10': ledScreen,
  'DGK-8': dripController,
};

/**
 * Gives every device its part. Each valve feeds a zone of its own, in the order of the list; probes
 * are spread over the zones in turn, so that the first probe answers to the first valve.
 */
export function castDevices(devices: readonly DemoDevice[]): Cast {
  const count = (code: string): number => devices.filter((d) => d.productModelCode === code).length;
  const zones = Math.max(1, count('DCF-4'));
  const next = { 'TQ-3L': 0, 'DCF-4': 0, 'SP-DH2': 0 };
  const cast: Cast = { roles: [], unknown: [], zones, heads: count('SP-DH2') };
  for (const device of devices) {
    const seed = seedOf(device.id);
    const behaviour = ((): Behaviour | undefined => {
      switch (device.productModelCode) {
        case 'TQ-3L':
          return soilProbe(seed, next['TQ-3L']++ % zones);
        case 'DCF-4':
          return valve(seed, next['DCF-4']++);
        case 'SP-DH2':
          return camera(next['SP-DH2']++);
        case 'WG-4G':
          return gateway(seed, devices.length - 1);
        default:
          return PLAIN[device.productModelCode]?.(seed);
      }
    })();
    if (behaviour) cast.roles.push({ device, behaviour });
    else cast.unknown.push(device);
  }
  return cast;
}
