import { createModel, signal } from '@preact/signals-react';
import { Download, ExternalLink, FileCode2 } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { openApi, type OpenApiEntry } from '@farm3d/api';
import { Button, Skeleton, Tabs } from '@farm3d/ui';
import { createAttempts } from '../../kit/actions.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import type { ArticleKind } from './articles-model.ts';
import { ArticlesPanel } from './articles-panel.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'tutorials';

/** `/app/help`: how things are done, and feedback. Its address holds the tab and the opened article. */
export default function HelpPage() {
  const [parameters, setParameters] = useSearchParams();
  const opened = parameters.get('article');
  const select = (tab: string): void => setParameters(tab === FIRST_TAB ? {} : { tab }, { replace: true });
  const open = (id: string | null): void =>
    setParameters((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete('article');
      else next.set('article', id);
      return next;
    });
  const articles = (kind: ArticleKind) => (
    <ArticlesPanel key={kind} kind={kind} opened={opened} onOpen={open} />
  );
  return (
    <Page hint={t('help.subtitle')}>
      <Tabs
        label={t('help.parts')}
        selected={parameters.get('tab') ?? FIRST_TAB}
        onSelect={select}
        tabs={[
          { id: FIRST_TAB, label: t('help.tutorials'), content: articles('tutorial') },
          { id: 'instructions', label: t('help.instructions'), content: articles('instruction') },
          { id: 'notices', label: t('help.notices'), content: articles('notice') },
          { id: 'feedback', label: t('help.feedback'), content: <FeedbackPanel /> },
          { id: 'documents', label: t('help.documents'), content: <DocumentsPanel /> },
        ]}
      />
    </Page>
  );
}

/** OpenAPI documents of the installation. */
const DocumentsModel = createModel(({ clientOf }: Services) => {
  const calls = clientOf({ openApi }).openApi;
  const documents = loadable<readonly OpenApiEntry[]>(
    async (abort) => (await calls.list({ signal: abort })).items,
  );
  /** Id of the one that is being fetched. */
  const fetching = signal<string | null>(null);
  const { attempt } = createAttempts();
  void documents.load();
  return {
    documents,
    fetching,
    download: async (id: string): Promise<void> => {
      if (fetching.peek() !== null) return;
      fetching.value = id;
      await attempt(async () => {
        const text = JSON.stringify(await calls.get(id), null, 2);
        saveFile(new Blob([text], { type: 'application/json' }), `farm3d-${id}.json`);
        return null;
      });
      fetching.value = null;
    },
  };
});

const ICON = { size: 18 } as const;
const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-raised px-4 text-body font-medium hover:bg-hover';

/** OpenAPI documents: to download, to read and try online. */
function DocumentsPanel() {
  const { documents, fetching, download } = useModelOf(DocumentsModel);
  const items = documents.value.value ?? [];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-ink-2">{t('help.documents.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <a href="/openapi/explorer" target="_blank" rel="noreferrer" className={LINK}>
          <ExternalLink aria-hidden {...ICON} />
          {t('help.documents.explorer')}
        </a>
        <a href="/openapi/clients/python" download="farm3d.py" className={LINK}>
          <FileCode2 aria-hidden {...ICON} />
          {t('help.documents.python')}
        </a>
      </div>
      <Loaded of={documents} skeleton={<Skeleton className="h-32" />}>
        {() => (
          <ul className="rounded-panel border border-line bg-raised" data-testid="documents">
            {items.map(({ id, name, calls }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-4 border-b border-line px-4 py-2 last:border-b-0"
              >
                <span className="min-w-0">
                  <span className="block truncate text-body font-medium first-letter:uppercase">{name}</span>
                  <span className="text-note text-ink-3 tabular-nums">
                    {t('help.documents.calls', { n: calls })}
                  </span>
                </span>
                <Button
                  icon={<Download {...ICON} />}
                  busy={fetching.value === id}
                  data-testid="document-download"
                  data-id={id}
                  onClick={() => void download(id)}
                >
                  {t('help.documents.download')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}
