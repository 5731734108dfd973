import { useRef, useState } from 'react';
import { useModel } from '@preact/signals-react';
import { Archive, Upload } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button, ConfirmDialog, EmptyState, ErrorState, SearchField, Skeleton } from '@farm3d/ui';
import { BulkProgressDialog } from '../../components/bulk/bulk-progress-dialog.tsx';
import { BulkModel } from '../../components/bulk/bulk-work.ts';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { isAdministrator } from '../../platform/session.ts';
import { Page } from '../../kit/page.tsx';
import { ChosenBar } from './components/chosen-bar.tsx';
import { FileDialog } from './components/file-dialog.tsx';
import { FileList } from './components/file-list.tsx';
import { FilesModel, type Files } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/files`: files of the organisation. */
export default function FilesPage() {
  const bulk = useModel(BulkModel);
  const model = useModel(() => new FilesModel(bulk));
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<string | null>(null);
  const total = model.files.value.value?.total;
  const others = model.ofOthers.value;
  return (
    <Page
      hint={t('files.subtitle')}
      summary={total !== undefined && t('files.count', { n: total })}
      actions={
        <>
          {isAdministrator.value && (
            <Button
              icon={<Archive size={18} />}
              data-testid="files-export"
              onClick={() => navigate(PATHS.organisationData)}
            >
              {t('files.export')}
            </Button>
          )}
          <UploadButton model={model} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SearchField
          label={t('files.search')}
          clearLabel={t('common.clear')}
          value={model.search.value}
          onValueChange={model.type}
          testId="file-search"
        />
        <ChosenBar model={model} />
        <Content model={model} onOpen={setOpened} />
      </div>
      {opened !== null && <FileDialog key={opened} id={opened} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={model.isAsking.value}
        dangerous
        title={t('common.prompt')}
        message={
          <>
            <p>{t('files.delete.message', { n: model.chosen.value.size - others })}</p>
            {others > 0 && <p className="mt-1 text-note">{t('files.delete.others', { n: others })}</p>}
          </>
        }
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(false)}
      />
      <BulkProgressDialog bulk={bulk} />
    </Page>
  );
}

function UploadButton({ model }: { model: Files }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.upload')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen.length > 0) void model.upload(chosen);
        }}
      />
      <Button
        variant="primary"
        icon={<Upload size={18} />}
        data-testid="files-upload"
        onClick={() => input.current?.click()}
      >
        {t('files.upload')}
      </Button>
    </>
  );
}

function Content({ model, onOpen }: { model: Files; onOpen: (id: string) => void }) {
  const { files } = model;
  const error = files.error.value;
  if (error !== null && !files.hasLoaded.value)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
      />
    );
  if (!files.hasLoaded.value)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-14" />
        ))}
      </div>
    );
  if ((files.value.value?.items.length ?? 0) > 0) return <FileList model={model} onOpen={onOpen} />;
  return model.search.value.trim() === '' ? (
    <EmptyState testId="files-empty" title={t('files.empty.title')} hint={t('files.empty.hint')} />
  ) : (
    <EmptyState
      testId="files-no-match"
      title={t('files.noMatch.title')}
      hint={t('files.noMatch.hint')}
      action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
    />
  );
}
