import { useEffect, useRef } from 'react';
import { useModel } from '@preact/signals-react';
import { ChevronLeft, CircleAlert, Copy, History } from 'lucide-react';
import { Link, useLocation, useParams } from 'wouter';
import { ApiError } from '@farm3d/api';
import { Button, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { Notice } from '../../components/notice.tsx';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { PATHS, productModelPath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { AlarmTemplates } from './components/alarm-templates.tsx';
import { BasicFields } from './components/basic-fields.tsx';
import { CardPreview } from './components/card-preview.tsx';
import { HandleStyles } from './components/handle-styles.tsx';
import { LookFields } from './components/look-fields.tsx';
import { PartList } from './components/part-list.tsx';
import { StateBadge } from './components/state-badge.tsx';
import { EditorModel, type Editor } from './editor-model.ts';
import { labelOf } from '../../platform/product-name.ts';
import { t } from './zh-CN.ts';

// With the engine and three.
const ModelPreview = lazyComponent(
  () => import('./components/model-preview.tsx'),
  <Skeleton className="h-72" />,
);

/** `/iotManagement/productModels/:id`: the editor of a product model. */
export default function ProductModelPage() {
  const { id } = useParams<{ id: string }>();
  return <ProductModelEditor key={id} id={id} />;
}

function ProductModelEditor({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const model = useModel(
    () => new EditorModel(id, (made) => navigate(productModelPath(made), { replace: true })),
  );
  const product = model.product.value;
  const error = model.loaded.error.value;
  return (
    <Page
      title={product ? labelOf(product) : t(model.isNew.value ? 'models.new' : 'models.title')}
      summary={
        product && (
          <span className="flex flex-wrap items-center gap-2" data-testid="model-page-name">
            <span className="font-mono text-note">{product.code}</span>
            <StateBadge product={product} />
          </span>
        )
      }
      actions={
        <Link
          href={PATHS.productModels}
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-3 text-water hover:bg-hover"
        >
          <ChevronLeft aria-hidden size={18} />
          {t('models.back')}
        </Link>
      }
    >
      {model.isReady.value ? (
        <EditorForm model={model} />
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <EmptyState testId="model-not-found" title={t('models.notFound')} />
      ) : error === null ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-[1fr_22rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-72" />
        </div>
      ) : (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void model.load()}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}

function EditorForm({ model }: { model: Editor }) {
  const form = useRef<HTMLFormElement>(null);
  const request = model.focusRequest.value;
  useEffect(() => {
    if (request === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [request]);
  const isReadOnly = model.isReadOnly.value;
  const { name, nameEn, code } = model.form.value;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem]">
      {/* What gets the focus is scrolled out from under the bar with the button. */}
      <form
        ref={form}
        noValidate
        data-testid="model-form"
        data-dirty={model.isDirty.value}
        className="flex min-w-0 flex-col gap-4 max-lg:order-2 [&_*]:scroll-mb-24"
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <Notices model={model} />
        <fieldset disabled={isReadOnly} className="contents">
          <BasicFields model={model} />
          <LookFields model={model} />
          <PartList model={model} kind="0" />
          <PartList model={model} kind="3" />
          <PartList model={model} kind="1" />
        </fieldset>
        {!isReadOnly && <SaveBar model={model} />}
      </form>
      {/* On a phone the 3D model stands above the form, and the rest below it. */}
      <aside className="flex min-w-0 flex-col gap-4 max-lg:contents lg:sticky lg:top-0">
        <div className="min-w-0 max-lg:order-1">
          <ModelPreview path={model.form.value.modelPath} name={labelOf({ name, nameEn, code })} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-3">
          <CardPreview form={model.form.value} />
          {model.product.value && <HandleStyles product={model.product.value} />}
          {model.product.value && (
            <AlarmTemplates product={model.product.value} parts={model.form.value.parts} />
          )}
        </div>
      </aside>
    </div>
  );
}

function Notices({ model }: { model: Editor }) {
  const count = Object.keys(model.errors.value).length;
  const problem = model.problem.value;
  const icon = { 'aria-hidden': true, size: 16, className: 'shrink-0' } as const;
  return (
    <>
      {model.isReadOnly.value && (
        <Notice tone="water">
          <Copy {...icon} />
          {t('models.readOnly')}
        </Notice>
      )}
      {model.isRestored.value && model.isDirty.value && (
        <Notice tone="water">
          <History {...icon} />
          <span className="flex-1" data-testid="model-restored">
            {t('models.restored')}
          </span>
          <Button size="sm" variant="quiet" data-testid="model-discard" onClick={model.discard}>
            {t('models.discard')}
          </Button>
        </Notice>
      )}
      {(problem !== null || count > 0) && (
        <Notice tone="alarm">
          <CircleAlert {...icon} />
          <span className="flex-1" data-testid="model-problem">
            {problem ?? t('models.invalid', { n: count })}
          </span>
          {problem !== null && !model.isNew.value && (
            <Button size="sm" variant="quiet" onClick={() => void model.load()}>
              {t('models.reload')}
            </Button>
          )}
        </Notice>
      )}
    </>
  );
}

function SaveBar({ model }: { model: Editor }) {
  return (
    <div className="frosted sticky bottom-2 z-20 flex items-center justify-end gap-2 p-2">
      {model.isDirty.value && (
        <Button variant="quiet" onClick={model.discard}>
          {t('models.discard')}
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={model.busy.value || model.uploading.value !== null}
        data-testid="model-save"
      >
        {t(model.isNew.value ? 'models.create' : 'models.save')}
      </Button>
    </div>
  );
}
