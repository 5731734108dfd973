import type { JsonValue } from '../../platform/json-value.ts';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';

/**
 * Members of a device's response that are no measurement: what became of the command, and the texts of an LED screen
 * (readings 14).
 */
const OUTCOME: ReadonlySet<string> = new Set(['status', 'error', 'entries']);

/**
 * What a caller may see of a device's response. Whoever sees chosen keys only gets those and the outcome: a device may
 * put any value under any other name.
 */
export function visibleAnswer<Answer extends JsonValue>(
  visible: VisibleKeys,
  answer: Answer,
): Answer | JsonValue {
  if (visible === null) return answer;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  return Object.fromEntries(
    Object.entries(answer).filter(([name]) => visible.has(name) || OUTCOME.has(name)),
  );
}
