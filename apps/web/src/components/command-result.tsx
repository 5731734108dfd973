import type { CommandState, OperateLogEntry } from '@farm3d/api';
import { Badge, type BadgeTone } from '@farm3d/ui';
import { t } from '../platform/locale.ts';
import { zhCN } from '../platform/zh-CN.ts';

type Result = Pick<OperateLogEntry, 'state' | 'error'>;

const TONES: Partial<Record<string, BadgeTone>> = {
  successful: 'leaf',
  queued: 'amber',
  expired: 'amber',
  timeout: 'alarm',
  failed: 'alarm',
} satisfies Partial<Record<CommandState, BadgeTone>>;

/** What became of a command, in the reader's language; reasons other than these two are as the server noted them. */
export function commandResultText({ state, error }: Result): string {
  if (error === 'offline') return t('commandResult.offline');
  if (error && error !== 'timeout') return t('commandResult.because', { reason: error });
  const key = `commandResult.${state}`;
  return key in zhCN ? t(key as keyof typeof zhCN) : state;
}

export function CommandResult({ result }: { result: Result }) {
  return <Badge tone={TONES[result.state] ?? 'neutral'}>{commandResultText(result)}</Badge>;
}
