import { gradeColour } from './plot-colour.ts';
import { localText } from './format.ts';

export interface GradeMarkProps {
  drought: { level: number | null; zh: string; en: string };
  /** Default 'md'. */
  size?: 'sm' | 'md';
}

/** A drought grade with colour and name. */
export function GradeMark({ drought, size = 'md' }: GradeMarkProps) {
  return (
    <span
      className={
        size === 'md'
          ? 'inline-flex items-center gap-2.5 text-display font-semibold'
          : 'inline-flex items-center gap-1.5 text-note'
      }
    >
      <span
        aria-hidden
        className={size === 'md' ? 'h-6 w-2 rounded-full' : 'size-2.5 rounded-full'}
        style={{ background: gradeColour(drought.level) }}
      />
      {localText(drought)}
    </span>
  );
}
