import type { JsonValue } from '../../platform/json-value.ts';

/**
 * Converts ChirpStack events in protobuf, the default of its HTTP integration, to the members of its JSON. Null when
 * the bytes are no such event. The schema is loaded with the first such body: most farms never receive one.
 */
export async function readProtobufEvent(event: string, bytes: Uint8Array): Promise<JsonValue | null> {
  const { default: schema } = await import('@chirpstack/chirpstack-api/integration/integration_pb.js');
  try {
    if (event === 'up') {
      const up = schema.UplinkEvent.deserializeBinary(bytes);
      const object = up.getObject()?.toJavaScript() as JsonValue | undefined;
      return {
        ...common(up),
        fCnt: up.getFCnt(),
        fPort: up.getFPort(),
        data: up.getData_asB64(),
        object: object ?? null,
        rxInfo: up.getRxInfoList().map((info) => ({ rssi: info.getRssi(), snr: info.getSnr() })),
      };
    }
    if (event === 'status') {
      const status = schema.StatusEvent.deserializeBinary(bytes);
      return {
        ...common(status),
        margin: status.getMargin(),
        ...(status.getBatteryLevelUnavailable() ? {} : { batteryLevel: status.getBatteryLevel() }),
      };
    }
    // Of other events only the device is read; it is at the same place in all of them.
    return common(schema.JoinEvent.deserializeBinary(bytes));
  } catch {
    return null;
  }
}

interface Common {
  getTime(): { toDate(): Date } | undefined;
  getDeviceInfo(): { getDevEui(): string; getDeviceName(): string } | undefined;
}

function common(message: Common): { [key: string]: JsonValue } {
  const device = message.getDeviceInfo();
  const time = message.getTime()?.toDate().toISOString();
  return {
    ...(time !== undefined && { time }),
    deviceInfo: { devEui: device?.getDevEui() ?? '', deviceName: device?.getDeviceName() ?? '' },
  };
}
