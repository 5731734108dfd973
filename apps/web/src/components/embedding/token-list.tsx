import { createModel } from '@preact/signals-react';
import { Trash2 } from 'lucide-react';
import { Badge, EmptyState, IconButton, Skeleton } from '@farm3d/ui';
import { embedTokens, type EmbedToken } from '@farm3d/api';
import { createAttempts, createQuestion } from '../../kit/actions.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { dateText, presentTime } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

/** The embed tokens of a scene, or of the organisation. */
export const EmbedTokensModel = createModel(({ clientOf }: Services, sceneId?: string) => {
  const calls = clientOf({ embedTokens }).embedTokens;
  const tokens = loadable<readonly EmbedToken[]>(async (abort) => {
    const { items } = await calls.list({ signal: abort });
    return sceneId === undefined ? items : items.filter((token) => token.sceneId === sceneId);
  });
  const { attempt } = createAttempts();
  void tokens.load();
  return {
    tokens,
    revoking: createQuestion(({ id }: EmbedToken) =>
      attempt(async () => {
        await calls.remove(id);
        await tokens.load();
        return t('embedding.revoked');
      }),
    ),
  };
});

type EmbedTokens = InstanceType<typeof EmbedTokensModel>;

/** Embed tokens with their scene, sites and end; each can be revoked. */
export function TokenList({ model, ofScene = false }: { model: EmbedTokens; ofScene?: boolean }) {
  return (
    <Loaded of={model.tokens} skeleton={<Skeleton className="h-16" />}>
      {() => <Tokens model={model} ofScene={ofScene} />}
    </Loaded>
  );
}

function Tokens({ model, ofScene }: { model: EmbedTokens; ofScene: boolean }) {
  const tokens = model.tokens.value.value ?? [];
  return (
    <>
      {tokens.length === 0 && <EmptyState testId="embed-tokens-none" title={t('embedding.tokens.none')} />}
      <ul data-testid="embed-tokens" data-count={tokens.length} className="flex flex-col gap-2">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            ofScene={ofScene}
            onRevoke={() => model.revoking.ask(token)}
          />
        ))}
      </ul>
      <Confirm
        question={model.revoking}
        message={({ name }) => t('embedding.revoke.message', { name })}
        confirmLabel={t('embedding.revoke.label')}
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
