import { seedOf } from '../physics/random.ts';
import { camera } from './camera.ts';
import type { DeviceProfile } from './device-profile.ts';
import { gateway, insectLamp, ledScreen } from './field.ts';
import { climateSensor, fanPad, growLight, rollMotor, shadeMotor } from './greenhouse.ts';
import { soilProbe } from './soil-probe.ts';
import { valve } from './valve.ts';
import { dripController, phEcProbe, pump, waterMeter } from './water.ts';
import { weatherStation } from './weather-station.ts';

/** A registered device that this process simulates. */
export interface DemoDevice {
  id: string;
  name: string;
  productModelCode: string;
  /** Its MQTT user name. */
  token: string;
}

export interface SimulatedDevice {
  device: DemoDevice;
  profile: DeviceProfile;
}

export interface SimulatedDevices {
  simulated: SimulatedDevice[];
  /** Devices of a product model without a profile. */
  unsupported: DemoDevice[];
  zones: number;
  heads: number;
}

/** Profiles of products whose devices all behave the same. */
const PROFILES: Readonly<Record<string, (seed: number) => DeviceProfile>> = {
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
 * Assigns a profile to every device. Each valve supplies a zone of its own, in the order of the list; probes are
 * spread over the zones in turn, so that the first probe shows the first valve.
 */
export function assignProfiles(devices: readonly DemoDevice[]): SimulatedDevices {
  const count = (code: string): number => devices.filter((d) => d.productModelCode === code).length;
  const zones = Math.max(1, count('DCF-4'));
  const next = { 'TQ-3L': 0, 'DCF-4': 0, 'SP-DH2': 0 };
  const result: SimulatedDevices = { simulated: [], unsupported: [], zones, heads: count('SP-DH2') };
  for (const device of devices) {
    const seed = seedOf(device.id);
    const profile = ((): DeviceProfile | undefined => {
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
          return PROFILES[device.productModelCode]?.(seed);
      }
    })();
    if (profile) result.simulated.push({ device, profile });
    else result.unsupported.push(device);
  }
  return result;
}
