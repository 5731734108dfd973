import type { JsonValue } from '../../platform/json-value.ts';

/**
 * ChirpStack's events in protobuf, as its HTTP integration sends them unless it is set to JSON: put into the
 * words of its JSON, so that both go one way. Null when the bytes are none. The schema is loaded with the
 * first such body: most farms never see one.
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
    // Of the others only whom they are about is read; it stands at the same place in all of them.
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
