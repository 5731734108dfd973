import { Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '@farm3d/ui';
import type { AlarmSeverity } from '@farm3d/api';
import { t } from '../../platform/locale.ts';

const TONES: Record<AlarmSeverity, BadgeTone> = {
  CRITICAL: 'alarm',
  MAJOR: 'alarm',
  MINOR: 'amber',
  WARNING: 'water',
};
/** Each severity has a shape of its own: it is seen without colours too. */
const ICONS = { CRITICAL: OctagonAlert, MAJOR: TriangleAlert, MINOR: TriangleAlert, WARNING: Info };

/** Severity of an alarm by colour, icon and word; of an ended one without colour. */
export function SeverityMark({ severity, isActive = true }: { severity: AlarmSeverity; isActive?: boolean }) {
  const Icon = ICONS[severity];
  return (
    <Badge
      tone={isActive ? TONES[severity] : 'neutral'}
      icon={<Icon aria-hidden size={12} strokeWidth={2} />}
    >
      {t(`alarms.severity.${severity}`)}
    </Badge>
  );
}
