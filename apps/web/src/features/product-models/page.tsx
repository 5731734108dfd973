import { useModel } from '@preact/signals-react';
import { FileUp, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button, ConfirmDialog, EmptyState, ErrorState, SearchField, Skeleton } from '@farm3d/ui';
import { productModelPath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { CopyDialog } from './components/copy-dialog.tsx';
import { ImportDialog } from './components/import-dialog.tsx';
import { ModelTile } from './components/model-tile.tsx';
import { Shelves } from './components/shelves.tsx';
import { ModelsModel, type Models } from './list-model.ts';
import { labelOf } from '../../platform/product-name.ts';
import { t } from './zh-CN.ts';

const GRID = 'grid grid-cols-1 content-start gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[2200px]:grid-cols-4';

/** `/iotManagement/productModels`: product models by group and type. */
export default function ProductModelsPage() {
  const model = useModel(ModelsModel);
  const [, navigate] = useLocation();
  const removing = model.removing.value;
  return (
    <Page
      title={t('models.title')}
      hint={t('models.subtitle')}
      actions={
        <>
          <Button
            icon={<FileUp size={18} />}
            data-testid="models-import"
            onClick={() => model.showImport(true)}
          >
            {t('models.import')}
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="model-new"
            onClick={() => navigate(productModelPath('new'))}
          >
            {t('models.new')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-[13rem_1fr] md:gap-6">
        <Shelves model={model} />
        <div className="flex min-w-0 flex-col gap-4">
          <SearchField
            label={t('models.search')}
            clearLabel={t('common.clear')}
            value={model.search.value}
            onValueChange={model.type}
            testId="model-search"
          />
          <Tiles model={model} />
        </div>
      </div>
      <CopyDialog model={model} />
      <ImportDialog model={model} />
      <ConfirmDialog
        open={removing !== null}
        dangerous
        title={t('common.prompt')}
        message={removing && t('models.delete.message', { name: labelOf(removing) })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.askRemoval(null)}
      />
    </Page>
  );
}

function Tiles({ model }: { model: Models }) {
  const error = model.models.error.value;
  const isLoaded = model.models.hasLoaded.value;
  const shown = model.shown.value;
  if (error !== null && !isLoaded)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
      />
    );
  if (!isLoaded)
    return (
      <div className={GRID} aria-busy="true">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-32" />
        ))}
      </div>
    );
  if (shown.length === 0)
    return (
      <EmptyState
        testId="models-none"
        title={t('models.noMatch.title')}
        hint={t('models.noMatch.hint')}
        action={<Button onClick={model.clear}>{t('models.group.all')}</Button>}
      />
    );
  return (
    <ul className={GRID} data-testid="models" data-count={shown.length}>
      {shown.map((one) => (
        <ModelTile key={one.id} product={one} model={model} />
      ))}
    </ul>
  );
}
