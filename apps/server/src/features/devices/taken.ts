import { HttpProblem } from '../../platform/http/problem.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';

const TAKEN = [
  ['device_name', 'device.name.taken', 'name'],
  ['device_dev_eui', 'device.devEui.taken', 'devEui'],
  ['device_serial', 'device.serial.taken', 'serial'],
] as const;

/**
 * Awaits a write.
 * @throws {HttpProblem} 409 when another device of the organisation has the name, DevEUI or serial
 */
export async function unique<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const taken = TAKEN.find(([name]) => isUniqueViolation(error, name));
    if (!taken) throw error;
    throw new HttpProblem(409, taken[1], { field: taken[2] });
  }
}
