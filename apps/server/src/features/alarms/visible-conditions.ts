import type { Condition } from '@farm3d/api';
import { compileCondition } from '../../platform/rules/condition.ts';
import { isVisible, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';

/** Whether a caller may read a condition: it is about keys of its device that they see, and about no other device. */
export function isConditionVisible(visible: VisibleKeys, condition: Condition): boolean {
  if (visible === null) return true;
  const { watches, history } = compileCondition(condition);
  return [...watches, ...history].every(
    ({ deviceId, key }) => deviceId === null && (key === null || isVisible(visible, key)),
  );
}
