import { useState } from 'react';
import { Button, GenericForm, Tabs } from '@farm3d/ui';
import { CopyLine } from '../../kit/blocks.tsx';
import { DialogButtons, PageDialog, OnceNote } from '../../kit/dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf } from '../../kit/services.tsx';
import { locale } from '../../platform/locale.ts';
import { snippet, SNIPPET_KINDS } from './snippets.ts';
import { t } from './zh-CN.ts';
import { type SharedScene, TokenFormModel } from './token-form.ts';
import { EmbedTokensModel, TokenList } from './token-list.tsx';

const FORM = 'embed-form';

export interface EmbedDialogProps {
  scene: SharedScene;
  onClose: () => void;
}

/** Dialog "Embed" of a scene: a token for sites, the code that shows it there, and the tokens that exist. */
export default function EmbedDialog({ scene, onClose }: EmbedDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const tokens = useModelOf(EmbedTokensModel, scene.id);
  const made = (text: string): void => {
    setToken(text);
    void tokens.tokens.load();
  };
  const { form, send } = useModelOf(TokenFormModel, scene, made);
  const services = useFormServices();
  return (
    <PageDialog
      onClose={onClose}
      title={t('embedding.title', { name: scene.name })}
      testId="embed-dialog"
      // A click outside must not lose the token.
      keepOpen={token !== null}
      actions={
        token === null ? (
          <DialogButtons
            onCancel={onClose}
            label={t('embedding.create')}
            form={FORM}
            busy={form.busy.value}
            testId="embed-submit"
          />
        ) : (
          <>
            <Button data-testid="embed-another" onClick={() => setToken(null)}>
              {t('embedding.another')}
            </Button>
            <Button variant="primary" data-testid="embed-done" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      {token === null ? (
        <>
          <p className="mb-4 text-note text-ink-2">{t('embedding.hint')}</p>
          <GenericForm id={FORM} model={form} services={services} send={send} />
        </>
      ) : (
        <Snippets token={token} sceneId={scene.id} />
      )}
      <h3 className="mt-6 mb-2 text-body font-semibold">{t('embedding.tokens.ofScene')}</h3>
      <TokenList model={tokens} ofScene />
    </PageDialog>
  );
}

/** The code for a new token, which is shown once. */
function Snippets({ token, sceneId }: { token: string; sceneId: string }) {
  const [kind, setKind] = useState<string>('html');
  const scene = { server: window.location.origin, token, sceneId, locale: locale.value };
  return (
    <div className="flex flex-col gap-3 pt-1">
      <OnceNote>{t('embedding.made.hint')}</OnceNote>
      <Tabs
        label={t('embedding.kind')}
        selected={kind}
        onSelect={setKind}
        tabs={SNIPPET_KINDS.map((id) => ({
          id,
          label: t(`embedding.kind.${id}`),
          content: (
            <CopyLine
              label={t(`embedding.code.${id}`)}
              text={snippet(id, scene)}
              testId={`embed-code-${id}`}
            />
          ),
        }))}
      />
    </div>
  );
}
