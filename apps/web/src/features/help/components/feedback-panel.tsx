import { useModel } from '@preact/signals-react';
import { MessageSquarePlus, Trash2 } from 'lucide-react';
import type { Feedback } from '@farm3d/api';
import { Button, ConfirmDialog, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { AnswerFormModel, FeedbackFormModel } from '../feedback-forms.ts';
import { FeedbackModel, type FeedbackScreen } from '../feedback-model.ts';
import { t } from '../zh-CN.ts';
import { FeedbackEntry } from './feedback-entry.tsx';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';

const ICON = { size: 18 } as const;

/** Feedback of the user with its answers, and everybody's for those who answer. */
export function FeedbackPanel() {
  const model = useModel(FeedbackModel);
  const answering = model.answering.value;
  const removal = model.removal.value;
  return (
    <div className="flex flex-col gap-4">
      <Tools model={model} />
      <List model={model} />
      {model.isWriting.value && <Writing model={model} />}
      {answering && <Answering key={answering.id} model={model} entry={answering} />}
      <ConfirmDialog
        open={removal !== null}
        dangerous
        title={t('common.prompt')}
        message={
          removal === 'chosen'
            ? t('help.feedback.remove.message', { n: model.chosen.value.size })
            : t('help.feedback.clear.message')
        }
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
      />
    </div>
  );
}

function Tools({ model }: { model: FeedbackScreen }) {
  const isOwn = !model.ofEverybody.value;
  const chosen = model.chosen.value.size;
  const hasAny = (model.feedback.value.value?.items.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {model.mayAnswer.value && (
        <fieldset className="mr-auto flex gap-1">
          <legend className="sr-only">{t('help.feedback.whose')}</legend>
          {([false, true] as const).map((everybody) => (
            <Button
              key={String(everybody)}
              size="sm"
              variant={model.ofEverybody.value === everybody ? 'secondary' : 'quiet'}
              aria-pressed={model.ofEverybody.value === everybody}
              data-testid={everybody ? 'feedback-everybody' : 'feedback-mine'}
              onClick={() => model.show(everybody)}
            >
              {t(everybody ? 'help.feedback.everybody' : 'help.feedback.mine')}
            </Button>
          ))}
        </fieldset>
      )}
      {isOwn && hasAny && (
        <>
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 {...ICON} />}
            disabled={chosen === 0}
            data-testid="feedback-remove"
            onClick={() => model.ask('chosen')}
          >
            {t('help.feedback.remove')}
          </Button>
          <Button size="sm" variant="quiet" data-testid="feedback-clear" onClick={() => model.ask('all')}>
            {t('help.feedback.clear')}
          </Button>
        </>
      )}
      {isOwn && (
        <Button
          className="ml-auto"
          variant="primary"
          icon={<MessageSquarePlus {...ICON} />}
          data-testid="feedback-new"
          onClick={() => model.write(true)}
        >
          {t('help.feedback.new')}
        </Button>
      )}
    </div>
  );
}

function List({ model }: { model: FeedbackScreen }) {
  const { feedback } = model;
  const error = feedback.error.value;
  const items: readonly Feedback[] = feedback.value.value?.items ?? [];
  const left = model.left.value;
  if (error !== null && items.length === 0)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
      />
    );
  if (!feedback.hasLoaded.value || (items.length === 0 && feedback.loading.value))
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 3 }, (_, at) => (
          <Skeleton key={at} className="h-24" />
        ))}
      </div>
    );
  if (items.length === 0)
    return (
      <EmptyState
        testId="feedback-empty"
        title={t('help.feedback.empty')}
        hint={t(model.ofEverybody.value ? 'help.feedback.everybody.empty.hint' : 'help.feedback.empty.hint')}
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3" data-testid="feedback-list" data-count={items.length}>
        {items.map((entry) => (
          <FeedbackEntry key={entry.id} entry={entry} model={model} />
        ))}
      </ul>
      {left > 0 && (
        <Button
          className="self-center"
          busy={feedback.loading.value}
          data-testid="feedback-more"
          onClick={model.more}
        >
          {t('help.feedback.more', { n: left })}
        </Button>
      )}
    </div>
  );
}

function Writing({ model }: { model: FeedbackScreen }) {
  const { form, send } = useModel(() => new FeedbackFormModel(model.sent));
  return (
    <FormFrame
      id="feedback"
      title={t('help.feedback.new')}
      submitLabel={t('help.feedback.submit')}
      form={form}
      send={send}
      onClose={() => model.write(false)}
    />
  );
}

function Answering({ model, entry }: { model: FeedbackScreen; entry: Feedback }) {
  const { form, send } = useModel(() => new AnswerFormModel(entry, model.answered));
  return (
    <FormFrame
      id="answer"
      title={t('help.feedback.answer.title', { name: entry.author || t('help.feedback.by.unknown') })}
      submitLabel={t('help.feedback.submit')}
      form={form}
      send={send}
      onClose={() => model.openAnswer(null)}
    />
  );
}
