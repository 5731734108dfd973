import { useState } from 'react';
import { useComputed } from '@preact/signals-react';
import { Switch } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { t, withTexts } from '../../../../platform/locale.ts';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { live } from '../../../../platform/services.ts';
import { pendingService } from '../../live/pending-commands.ts';
import { VALVE_STATE, type Valves } from '../../live/valves.ts';

const ValveQuestion = lazyComponent(() => withTexts(import('./valve-question.tsx')));

/** Opens and closes a valve after a confirmation. Shows the state that the valve reports, never the one requested. */
export function ValveSwitch({ valves, device }: { valves: Valves; device: Device }) {
  const isOpen = useComputed(() => live.device(device.id).reading(VALVE_STATE).value?.value === true).value;
  const online = useComputed(() => live.device(device.id).online.value ?? device.online).value;
  /** The state to confirm: open or closed; null: no dialog. */
  const [requested, request] = useState<boolean | null>(null);
  const busy = useComputed(() => pendingService(device.id) !== null).value;
  return (
    <div className="mb-1 flex items-center justify-between gap-3 rounded-control bg-water-soft py-0.5 pr-1 pl-3">
      <div className="min-w-0">
        <p className="text-note font-medium">{t('valve.title')}</p>
        <p className="text-xs text-ink-2" aria-live="polite" data-testid="valve-state">
          {t(
            busy ? 'valve.waiting' : online ? (isOpen ? 'valve.isOpen' : 'valve.isClosed') : 'common.offline',
          )}
        </p>
      </div>
      <Switch
        testId="valve-switch"
        label={t(isOpen ? 'valve.close' : 'valve.open')}
        checked={isOpen}
        busy={busy}
        disabled={!online}
        onChange={request}
      />
      {requested !== null && (
        <ValveQuestion
          device={device.name}
          name={t(requested ? 'valve.open' : 'valve.close')}
          onConfirm={() => {
            request(null);
            void valves.toggle(device.id, requested);
          }}
          onCancel={() => request(null)}
        />
      )}
    </div>
  );
}
