import { Trash2 } from 'lucide-react';
import { Badge, Button, ConfirmDialog, EmptyState, ErrorState, IconButton, Skeleton } from '@farm3d/ui';
import type { EmbedToken } from '@farm3d/api';
import { t as common } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { dateText, presentTime } from '../../../platform/time-text.ts';
import type { EmbedTokens } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Embed tokens with their scene, sites and end; each can be revoked. */
export function TokenList({ model, ofScene = false }: { model: EmbedTokens; ofScene?: boolean }) {
  const error = model.tokens.error.value;
  const tokens = model.tokens.value.value;
  const asked = model.asked.value;
  if (!tokens && error !== null)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void model.tokens.load()}>{common('common.retry')}</Button>}
      />
    );
  if (!tokens) return <Skeleton className="h-16" />;
  return (
    <>
      {tokens.length === 0 && <EmptyState testId="embed-tokens-none" title={t('embedding.tokens.none')} />}
      <ul data-testid="embed-tokens" data-count={tokens.length} className="flex flex-col gap-2">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} ofScene={ofScene} onRevoke={() => model.ask(token)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        dangerous
        title={common('common.prompt')}
        message={asked && t('embedding.revoke.message', { name: asked.name })}
        confirmLabel={t('embedding.revoke.label')}
        cancelLabel={common('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.revoke()}
        onCancel={() => model.ask(null)}
      />
    </>
  );
}

interface TokenRowProps {
  token: EmbedToken;
  ofScene: boolean;
  onRevoke: () => void;
}

function TokenRow({ token, ofScene, onRevoke }: TokenRowProps) {
  const { name, sceneName, origins, expiresAt } = token;
  return (
    <li
      data-testid="embed-token"
      data-name={name}
      className="flex items-center gap-x-4 rounded-control border border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-body font-medium">
          <span className="truncate">{ofScene ? name : `${sceneName} · ${name}`}</span>
          {expiresAt <= presentTime() && <Badge tone="neutral">{t('embedding.expired')}</Badge>}
        </p>
        <p className="text-note break-words text-ink-3">
          {origins.length > 0 ? origins.join(' · ') : t('embedding.anyOrigin')}
        </p>
        <p className="text-note text-ink-3">{t('embedding.expires', { date: dateText(expiresAt) })}</p>
      </div>
      <IconButton
        label={t('embedding.revoke', { name })}
        icon={<Trash2 size={18} />}
        data-testid="embed-token-revoke"
        data-name={name}
        onClick={onRevoke}
      />
    </li>
  );
}
