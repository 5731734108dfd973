import { useModel } from '@preact/signals-react';
import { Download, ExternalLink, FileCode2 } from 'lucide-react';
import { Button, ErrorState, Skeleton } from '@farm3d/ui';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { DocumentsModel } from '../documents-model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 18 } as const;
const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-raised px-4 text-body font-medium hover:bg-hover';

/** OpenAPI documents: to download, to read and try online. */
export function DocumentsPanel() {
  const { documents, fetching, download } = useModel(DocumentsModel);
  const error = documents.error.value;
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
      {error !== null && !documents.hasLoaded.value && (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void documents.load()}>{t('common.retry')}</Button>}
        />
      )}
      {error === null && !documents.hasLoaded.value && <Skeleton className="h-32" />}
      {documents.hasLoaded.value && (
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
    </div>
  );
}
