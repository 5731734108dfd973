import { Copy } from 'lucide-react';
import { useLocation, useParams } from 'wouter';
import { Skeleton } from '@farm3d/ui';
import { Notice } from '../../kit/blocks.tsx';
import { EditorForm, EditorPage, type EditorKind } from '../../kit/editor-page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { PATHS, productModelPath } from '../../platform/paths.ts';
import { labelOf } from '../../platform/names.ts';
import { AlarmTemplates, CardPreview, HandleStyles } from './aside.tsx';
import { PartList } from './part-list.tsx';
import { StateBadge } from './state-badge.tsx';
import { EditorModel, type Editor } from './editor-model.ts';
import { BasicFields, LookFields } from './fields.tsx';
import { t } from './zh-CN.ts';

// With the engine and three.
const ModelPreview = lazyComponent(() => import('./model-preview.tsx'), <Skeleton className="h-72" />);

const KIND: EditorKind = { id: 'model', say: (word, values) => t(`models.${word}`, values), Notice };

/** `/iotManagement/productModels/:id`: the editor of a product model. */
export default function ProductModelPage() {
  const { id } = useParams<{ id: string }>();
  return <ProductModelEditor key={id} id={id} />;
}

function ProductModelEditor({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const model = useModelOf(EditorModel, id, (made: string) =>
    navigate(productModelPath(made), { replace: true }),
  );
  const product = model.record.value;
  return (
    <EditorPage
      {...KIND}
      model={model}
      name={product ? labelOf(product) : undefined}
      summary={
        product && (
          <span className="flex flex-wrap items-center gap-2" data-testid="model-page-name">
            <span className="font-mono text-note">{product.code}</span>
            <StateBadge product={product} />
          </span>
        )
      }
      back={PATHS.productModels}
    >
      <ProductModelForm model={model} />
    </EditorPage>
  );
}

function ProductModelForm({ model }: { model: Editor }) {
  const product = model.record.value;
  const form = model.form.value;
  return (
    <EditorForm
      {...KIND}
      model={model}
      className="max-lg:order-2"
      isWaiting={model.uploading.value !== null}
      before={
        model.isReadOnly.value && (
          <Notice tone="water">
            <Copy aria-hidden size={16} className="shrink-0" />
            {t('models.readOnly')}
          </Notice>
        )
      }
      // On a phone the 3D model stands above the form, and the rest below it.
      asideClassName="max-lg:contents lg:sticky lg:top-0"
      aside={
        <>
          <div className="min-w-0 max-lg:order-1">
            <ModelPreview path={form.modelPath} name={labelOf(form)} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:order-3">
            <CardPreview form={form} />
            {product && <HandleStyles product={product} />}
            {product && <AlarmTemplates product={product} parts={form.parts} />}
          </div>
        </>
      }
    >
      <fieldset disabled={model.isReadOnly.value} className="contents">
        <BasicFields model={model} />
        <LookFields model={model} />
        <PartList model={model} kind="0" />
        <PartList model={model} kind="3" />
        <PartList model={model} kind="1" />
      </fieldset>
    </EditorForm>
  );
}
