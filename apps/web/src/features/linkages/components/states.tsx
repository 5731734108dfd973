import {
  CircleCheck,
  CircleSlash,
  CircleStop,
  CircleX,
  Hourglass,
  LoaderCircle,
  PowerOff,
} from 'lucide-react';
import type { LinkageRun } from '@farm3d/api';
import { Badge, Button, type BadgeTone } from '@farm3d/ui';
import { Notice } from '../../../kit/blocks.tsx';
import { agoText, dateText } from '../../../platform/time-text.ts';
import type { AutomationSwitch } from '../stored-linkages.ts';
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

const TONES: Readonly<Record<LinkageRun['state'], BadgeTone>> = {
  successful: 'leaf',
  failed: 'alarm',
  skipped: 'neutral',
  running: 'water',
  waiting: 'water',
  cancelled: 'neutral',
};
/** Each state has a shape of its own: it is seen without colours too. */
const ICONS = {
  successful: CircleCheck,
  failed: CircleX,
  skipped: CircleSlash,
  running: LoaderCircle,
  waiting: Hourglass,
  cancelled: CircleStop,
};

/** Result of a run by colour, icon and word. */
export function RunBadge({ state }: { state: LinkageRun['state'] }) {
  const Icon = ICONS[state];
  return (
    <Badge tone={TONES[state]} icon={<Icon aria-hidden size={12} strokeWidth={2} />}>
      {t(`linkages.run.${state}`)}
    </Badge>
  );
}
