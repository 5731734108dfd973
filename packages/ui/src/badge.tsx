import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'leaf' | 'water' | 'amber' | 'alarm';

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  /** Tooltip. */
  title?: string;
  testId?: string;
  children: ReactNode;
}

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-ink-2',
  leaf: 'bg-leaf-soft text-leaf-ink',
  water: 'bg-water-soft text-water',
  amber: 'bg-amber-soft text-amber',
  alarm: 'bg-alarm-soft text-alarm',
};

/** A short label, such as 模拟 beside values of the simulator. */
export function Badge({ tone = 'neutral', icon, title, testId, children }: BadgeProps) {
  return (
    <span
      title={title}
      data-testid={testId}
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-xs leading-none font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
