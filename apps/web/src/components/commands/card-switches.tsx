import { useState } from 'react';
import type { Device, ProductAttribute } from '@farm3d/api';
import { useServices } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { t, term, withTexts } from '../../platform/locale.ts';
import { operate } from './service-commands.ts';
import { switchesOf, verbText, type ServiceSwitch } from './service-switch.ts';
import { ServiceSwitchRow } from './service-switch-row.tsx';

const SwitchQuestion = lazyComponent(() => withTexts(import('./switch-question.tsx')));

interface CardSwitchesProps {
  device: Device;
  attributes: readonly ProductAttribute[];
}

/** The switches on the card of a device, each with its confirmation. */
export function CardSwitches({ device, attributes }: CardSwitchesProps) {
  const around = useServices();
  const [asked, ask] = useState<{ service: ServiceSwitch; on: boolean } | null>(null);
  const services = switchesOf(attributes);
  if (services.length === 0) return null;
  return (
    <div className="mb-1 flex flex-col gap-1 rounded-control bg-water-soft py-0.5 pr-1 pl-3">
      {services.map((service) => (
        <ServiceSwitchRow
          key={service.identify}
          device={device}
          service={service}
          testId="card-switch"
          onTurn={(on) => ask({ service, on })}
        />
      ))}
      {asked && (
        <SwitchQuestion
          device={device.name}
          name={t('switch.does', {
            name: term(asked.service.identify, asked.service.name),
            verb: verbText(asked.service, asked.on),
          })}
          verb={verbText(asked.service, asked.on)}
          onConfirm={() => {
            ask(null);
            void operate(around, device.id, asked.service, { [asked.service.key]: asked.on }, asked.service);
          }}
          onCancel={() => ask(null)}
        />
      )}
    </div>
  );
}
