/** A line of an LED programme; unknown fields are written back (readings 14). */
export interface LedEntry extends Readonly<Record<string, unknown>> {
  readonly text: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Dots. */
  readonly size: number;
  /** 1, slow … 10. */
  readonly speed: number;
  readonly effect: LedEffect;
}

export const LED_EFFECTS = ['static', 'left', 'blink'] as const;
export type LedEffect = (typeof LED_EFFECTS)[number];

export const NEW_ENTRY: LedEntry = { text: '', color: '#ff3b30', size: 16, speed: 5, effect: 'static' };

function entryOf(value: unknown): LedEntry | null {
  if (typeof value === 'string') return { ...NEW_ENTRY, text: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const found = value as Record<string, unknown>;
  const { text, color, size, speed, effect } = found;
  return {
    ...found,
    text: typeof text === 'string' ? text : '',
    color: typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? color : NEW_ENTRY.color,
    size: typeof size === 'number' && size > 0 ? size : NEW_ENTRY.size,
    speed: typeof speed === 'number' && speed > 0 ? speed : NEW_ENTRY.speed,
    effect: LED_EFFECTS.find((one) => one === effect) ?? NEW_ENTRY.effect,
  };
}

/** Parses the entries of a response: a list, a list as JSON text, or plain text. */
export function ledEntries(answer: unknown): LedEntry[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => entryOf(one) ?? []);
  if (typeof answer !== 'string' || answer.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(answer);
    if (Array.isArray(parsed)) return ledEntries(parsed);
  } catch {
    // Plain text is one line.
  }
  return ledEntries([answer]);
}
