import {
  Bug,
  Cctv,
  CloudSun,
  Cpu,
  Droplets,
  Fan,
  Faucet,
  FlaskConical,
  Lightbulb,
  type LucideIcon,
  MonitorPlay,
  Radio,
  Shrub,
  SquareStack,
  Thermometer,
  Waves,
  Zap,
} from 'lucide-react';
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
  WS: { icon: Thermometer, tone: 'bg-amber-soft text-amber' },
  EC: { icon: FlaskConical, tone: 'bg-water-soft text-water' },
  SW: { icon: Waves, tone: 'bg-water-soft text-water' },
  SB: { icon: Zap, tone: 'bg-water-soft text-water' },
  DG: { icon: Shrub, tone: 'bg-water-soft text-water' },
  JM: { icon: SquareStack, tone: 'bg-amber-soft text-amber' },
  ZY: { icon: SquareStack, tone: 'bg-amber-soft text-amber' },
  FJ: { icon: Fan, tone: 'bg-amber-soft text-amber' },
  BG: { icon: Lightbulb, tone: 'bg-hover text-ink-2' },
  CQ: { icon: Bug, tone: 'bg-hover text-ink-2' },
  LED: { icon: MonitorPlay, tone: 'bg-hover text-ink-2' },
  WG: { icon: Radio, tone: 'bg-hover text-ink-2' },
};
const OTHER: Family = { icon: Cpu, tone: 'bg-leaf-soft text-leaf-ink' };

export interface DeviceIconProps {
  productTypeCode: string | undefined;
  /** CSS px at a root font size of 16 px, default 40; scales with it. */
  size?: number;
  /** URL of an image of the device or its product, shown instead of the icon. */
  image?: string | null | undefined;
  /** Alternative text, where the name is not beside the image. Default '': decoration. */
  alt?: string;
  /** Whether the image is fetched and decoded before it is visible: for content that slides in. Default false. */
  eager?: boolean;
}

/** Image of a device, or the icon of its type. */
export function DeviceIcon({
  productTypeCode,
  size = 40,
  image: imageElement,
  alt = '',
  eager = false,
}: DeviceIconProps) {
  const { icon: Icon, tone } = FAMILIES[productTypeCode ?? ''] ?? OTHER;
  const side = `${size / 16}rem`;
  const box = { width: side, height: side };
  if (imageElement)
    return (
      <img
        src={imageElement}
        alt={alt}
        style={box}
        loading={eager ? 'eager' : 'lazy'}
        decoding={eager ? 'sync' : 'auto'}
        draggable={false}
        className="shrink-0 rounded-control bg-hover object-contain p-0.5"
      />
    );
  return (
    <span
      aria-hidden
      style={box}
      className={classes('inline-grid shrink-0 place-items-center rounded-control', tone)}
    >
      <Icon size={Math.round(size * 0.5)} />
    </span>
  );
}
