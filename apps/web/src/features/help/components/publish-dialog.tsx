import { useModel } from '@preact/signals-react';
import { allLoaded } from '../../../kit/loaded.tsx';
import { LoadingDialog } from '../../../kit/loading-dialog.tsx';
import { ArticleFormModel } from '../article-form.ts';
import type { Articles } from '../articles-model.ts';
import { t } from '../zh-CN.ts';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';

/** Dialog of a new article. */
export function PublishDialog({ model }: { model: Articles }) {
  const parts = [model.products];
  if (!allLoaded(parts))
    return (
      <LoadingDialog title={t('help.publish.title')} parts={parts} onClose={() => model.publish(false)} />
    );
  return <Publishing model={model} />;
}

function Publishing({ model }: { model: Articles }) {
  const { form, send } = useModel(
    () =>
      new ArticleFormModel({
        kind: model.kind.peek(),
        products: model.products.value.peek() ?? [],
        onSaved: model.published,
      }),
  );
  return (
    <FormFrame
      id="article"
      title={t('help.publish.title')}
      submitLabel={t('help.publish')}
      form={form}
      send={send}
      onClose={() => model.publish(false)}
    />
  );
}
