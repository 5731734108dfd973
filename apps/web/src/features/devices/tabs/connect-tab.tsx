import { useModel } from '@preact/signals-react';
import { ConnectionGuide } from '../connection-guide.tsx';
import { CertificateSection } from '../components/certificate-section.tsx';
import { Section } from '../components/facts.tsx';
import { GatewaySection } from '../components/gateway-section.tsx';
import { TokenSection } from '../components/token-section.tsx';
import { t } from '../zh-CN.ts';
import { TokenModel } from '../token-model.ts';
import type { TabProps } from './tab-props.ts';

/** How the device reaches the server, and which devices reach it through this one. */
export default function ConnectTab({ model, device }: TabProps) {
  const token = useModel(() => new TokenModel(device.id));
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('device.tab.connect')}>
        <ConnectionGuide
          device={device}
          token={token.replaced.value?.accessToken ?? null}
          hasReported={device.lastActivityAt !== null}
        />
      </Section>
      <TokenSection model={token} />
      {device.gatewayId === null && <CertificateSection deviceId={device.id} />}
      {device.gatewayId === null && <GatewaySection device={device} screen={model} />}
    </div>
  );
}
