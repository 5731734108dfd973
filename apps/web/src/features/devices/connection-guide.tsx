import type { DeviceDetail, ProductAttribute } from '@farm3d/api';
import { computed, createModel, effect, signal } from '@preact/signals-react';
import { CircleCheck, Radio } from 'lucide-react';
import { classes } from '@farm3d/ui';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';
import { CopyLine } from '../../kit/blocks.tsx';

/** The message of the lines: a value of a key that the product model declares, which the server takes. */
function sampleOf(attributes: readonly ProductAttribute[]): string {
  const readings = attributes.filter(({ type }) => type === 'attribute');
  const declared = readings.flatMap(({ parameters }) => parameters).find(({ type }) => type === 'NUMERIC');
  if (!declared) return JSON.stringify({ temperature: 23.4 });
  const { key, min, max } = declared;
  return JSON.stringify({ [key]: Math.round(((min ?? 0) + (max ?? min ?? 0)) / 2) });
}

/** Waits for the first message of a device, by the stream. */
const GuideModel = createModel(({ api, live }: Services, deviceId: string) => {
  const attributes = loadable(async (signal) => (await api.devices.attributes(deviceId, { signal })).items);
  const sample = computed(() => sampleOf(attributes.value.value ?? []));
  const isConnected = signal(false);
  effect(() =>
    live.watch({ devices: [deviceId] }, (event) => {
      if (event.type === 'telemetry' && event.items.some((item) => item.deviceId === deviceId))
        isConnected.value = true;
    }),
  );
  void attributes.load();
  return { isConnected, sample };
});

/** What MQTT without TLS is registered for. */
const MQTT_PORT = 1883;

export interface ConnectionGuideProps {
  device: Pick<DeviceDetail, 'id' | 'mqttPort' | 'productModelCode'>;
  /** Null: it is not known any more; the lines then have a place for it. */
  token: string | null;
  /** Whether it has reported before. */
  hasReported: boolean;
}

/** Lines to copy for MQTT, HTTP and LoRaWAN, and whether a message has arrived. */
export function ConnectionGuide({ device, token, hasReported }: ConnectionGuideProps) {
  const model = useModelOf(GuideModel, device.id);
  const sample = model.sample.value;
  const key = token ?? '<TOKEN>';
  const host = location.hostname;
  const isConnected = hasReported || model.isConnected.value;
  return (
    <div className="flex flex-col gap-4" data-testid="connection-guide">
      <output
        data-testid="first-message"
        data-connected={isConnected}
        className={classes(
          'flex items-center gap-3 rounded-control px-3 py-2 text-note',
          isConnected ? 'bg-leaf-soft text-leaf-ink' : 'bg-water-soft text-water',
        )}
      >
        {isConnected ? (
          <CircleCheck aria-hidden size={20} />
        ) : (
          <Radio aria-hidden size={20} className="animate-pulse" />
        )}
        {t(isConnected ? 'device.connect.heard' : 'device.connect.waiting')}
      </output>
      {token === null && <p className="text-note text-ink-3">{t('device.connect.token')}</p>}
      <CopyLine
        label="MQTT"
        testId="connect-mqtt"
        text={`mosquitto_pub -q 1 -h ${host} -p ${device.mqttPort ?? MQTT_PORT} -u "${key}" \\\n  -t v1/devices/me/telemetry -m '${sample}'`}
      />
      <CopyLine
        label="HTTP"
        text={`curl -X POST ${location.origin}/api/v1/${key}/telemetry \\\n  -H 'Content-Type: application/json' -d '${sample}'`}
      />
      <div className="flex flex-col gap-1">
        <CopyLine
          label="LoRaWAN"
          text={`curl -X POST ${location.origin}/api/integrations -H 'Authorization: Bearer <API_KEY>' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"kind": "chirpstack", "name": "LoRaWAN", "productModelCode": "${device.productModelCode}"}'`}
        />
        <p className="text-note text-ink-3">{t('device.connect.lorawan')}</p>
      </div>
    </div>
  );
}
