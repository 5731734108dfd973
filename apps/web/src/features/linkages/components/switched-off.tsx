import { PowerOff } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { Notice } from '../../../components/notice.tsx';
import { agoText, dateText } from '../../../platform/time-text.ts';
import type { AutomationSwitch } from '../automation-switch.ts';
import { t } from '../zh-CN.ts';

/** Says that all linkages are switched off, by whom and when, and switches them on. */
export function SwitchedOff({ of }: { of: AutomationSwitch }) {
  const off = of.off.value;
  if (!off) return null;
  const { changedAt, changedBy } = off;
  return (
    <div className="mb-4">
      <Notice tone="alarm">
        <PowerOff aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 flex-1" data-testid="automations-off">
          {t('linkages.off')}{' '}
          {changedAt !== null && (
            <span title={dateText(changedAt)}>
              {changedBy === null
                ? agoText(changedAt)
                : t('linkages.off.by', { name: changedBy, time: agoText(changedAt) })}
            </span>
          )}
        </span>
        <Button size="sm" busy={of.busy.value} data-testid="automations-on" onClick={() => void of.set(true)}>
          {t('linkages.off.on')}
        </Button>
      </Notice>
    </div>
  );
}
