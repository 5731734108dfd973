import { Cctv, CloudSun, Cpu, Droplets, Faucet, type LucideIcon } from 'lucide-react';
import { classes } from '@farm3d/ui';

interface Family {
  icon: LucideIcon;
  tone: string;
}

/** By product type code: an icon, and the accent that the family's enclosures carry in 3D. */
const FAMILIES: Readonly<Record<string, Family>> = {
  TQ: { icon: Droplets, tone: 'bg-water-soft text-water' },
  QX: { icon: CloudSun, tone: 'bg-amber-soft text-amber' },
  FM: { icon: Faucet, tone: 'bg-water-soft text-water' },
  SP: { icon: Cctv, tone: 'bg-hover text-ink-2' },
};
const OTHER: Family = { icon: Cpu, tone: 'bg-leaf-soft text-leaf-ink' };

export interface DeviceIconProps {
  productTypeCode: string | undefined;
  /** CSS px, default 40. */
  size?: number;
}

/** The picture of a kind of device. */
export function DeviceIcon({ productTypeCode, size = 40 }: DeviceIconProps) {
  const { icon: Icon, tone } = FAMILIES[productTypeCode ?? ''] ?? OTHER;
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={classes('inline-grid shrink-0 place-items-center rounded-control', tone)}
    >
      <Icon size={Math.round(size * 0.5)} strokeWidth={1.5} />
    </span>
  );
}
