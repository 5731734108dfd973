import { CircleCheck, CircleSlash, CircleStop, CircleX, Hourglass, LoaderCircle } from 'lucide-react';
import { Badge, type BadgeTone } from '@farm3d/ui';
import type { LinkageRun } from '@farm3d/api';
import { t } from '../zh-CN.ts';

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
