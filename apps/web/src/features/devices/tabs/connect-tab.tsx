import { ConnectionGuide } from '../components/connection-guide.tsx';
import { CertificateSection } from '../components/certificate-section.tsx';
import { Section } from '../components/facts.tsx';
import { GatewaySection } from '../components/gateway-section.tsx';
import { t } from '../texts.ts';
import type { TabProps } from './tab-props.ts';

/** How the device reaches the server, and which devices reach it through this one. */
export default function ConnectTab({ model, device }: TabProps) {
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('device.tab.connect')}>
        <ConnectionGuide device={device} token={null} hasReported={device.lastActivityAt !== null} />
      </Section>
      {device.gatewayId === null && <CertificateSection deviceId={device.id} />}
      {device.gatewayId === null && <GatewaySection device={device} screen={model} />}
    </div>
  );
}
