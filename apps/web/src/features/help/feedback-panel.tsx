import { useState } from 'react';
import { MessageSquarePlus, Reply, Trash2 } from 'lucide-react';
import type { Feedback } from '@farm3d/api';
import { Badge, Button, EmptyState, ImageViewer } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { Failure, SkeletonRows } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { MoreButton } from '../../kit/list.tsx';
import { dateText } from '../../platform/time-text.ts';
import { FeedbackModel, type FeedbackScreen } from './feedback-model.ts';
import { AnswerFormModel, FeedbackFormModel } from './forms.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;

/** Feedback of the user with its answers, and everybody's for those who answer. */
export function FeedbackPanel() {
  const model = useModelOf(FeedbackModel);
  const services = useServices();
  const answering = model.answering.subject.value;
  return (
    <div className="flex flex-col gap-4">
      <Tools model={model} />
      <List model={model} />
      {model.writing.subject.value && (
        <FormDialog
          id="feedback"
          title={t('help.feedback.new')}
          submitLabel={t('help.feedback.submit')}
          model={() => new FeedbackFormModel(services, model.sent)}
          onClose={model.writing.close}
        />
      )}
      {answering && (
        <FormDialog
          key={answering.id}
          id="answer"
          title={t('help.feedback.answer.title', {
            name: answering.author || t('help.feedback.by.unknown'),
          })}
          submitLabel={t('help.feedback.submit')}
          model={() => new AnswerFormModel(services, answering, model.answered)}
          onClose={model.answering.close}
        />
      )}
      <Confirm
        question={model.removal}
        message={(removal) =>
          removal === 'chosen'
            ? t('help.feedback.remove.message', { n: model.chosen.value.size })
            : t('help.feedback.clear.message')
        }
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
            onClick={() => model.removal.ask('chosen')}
          >
            {t('help.feedback.remove')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            data-testid="feedback-clear"
            onClick={() => model.removal.ask('all')}
          >
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
          onClick={() => model.writing.open(true)}
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
  if (error !== null && items.length === 0) return <Failure error={error} onRetry={model.refresh} />;
  if (!feedback.hasLoaded.value || (items.length === 0 && feedback.loading.value))
    return <SkeletonRows n={3} className="h-24" />;
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
      <MoreButton pages={feedback} testId="feedback-more" />
    </div>
  );
}

/** One feedback with its images and its answer. */
function FeedbackEntry({ entry, model }: { entry: Feedback; model: FeedbackScreen }) {
  const { id, content, contact, author, createdAt, answer } = entry;
  const isOwn = !model.ofEverybody.value;
  return (
    <li
      data-testid="feedback-entry"
      data-answered={answer !== null}
      className="flex gap-1 rounded-panel border border-line bg-raised p-4"
    >
      {isOwn && (
        <label className="-mt-2 -ml-2 grid size-11 shrink-0 cursor-pointer place-items-center">
          <span className="sr-only">{t('help.feedback.choose')}</span>
          <input
            type="checkbox"
            data-testid="feedback-choose"
            className="size-5 accent-leaf"
            checked={model.chosen.value.has(id)}
            onChange={() => model.toggle(id)}
          />
        </label>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-note text-ink-3">
          <span>{author || t('help.feedback.by.unknown')}</span>
          <span className="tabular-nums">{dateText(createdAt)}</span>
          <Badge tone={answer === null ? 'amber' : 'leaf'}>
            {t(answer === null ? 'help.feedback.waiting' : 'help.feedback.answered')}
          </Badge>
        </div>
        <p className="text-body break-words whitespace-pre-wrap">{content}</p>
        <Photos photos={entry.photos} />
        {contact !== '' && (
          <p className="text-note text-ink-2">{t('help.feedback.contact.is', { contact })}</p>
        )}
        {answer !== null && <Answer entry={entry} text={answer} />}
        {!isOwn && (
          <Button
            size="sm"
            className="self-start"
            icon={<Reply size={18} />}
            data-testid="feedback-answer"
            onClick={() => model.answering.open(entry)}
          >
            {t(answer === null ? 'help.feedback.answer' : 'help.feedback.answer.again')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Answer({ entry, text }: { entry: Feedback; text: string }) {
  const name = entry.answeredBy || t('help.feedback.by.unknown');
  return (
    <div data-testid="feedback-answer-text" className="rounded-control bg-leaf-soft px-3 py-2">
      <p className="text-note text-leaf-ink">
        {t('help.feedback.answer.by', { name, date: dateText(entry.answeredAt ?? 0) })}
      </p>
      <p className="text-body break-words whitespace-pre-wrap">{text}</p>
    </div>
  );
}

function Photos({ photos }: { photos: readonly string[] }) {
  const [viewed, setViewed] = useState<number | null>(null);
  const { t: formText, locale } = useFormServices();
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map((src, at) => (
          <li key={src}>
            <button
              type="button"
              aria-label={t('help.feedback.photo', { n: at + 1 })}
              onClick={() => setViewed(at)}
            >
              <img src={src} alt="" className="size-20 rounded-control bg-sunken object-cover" />
            </button>
          </li>
        ))}
      </ul>
      <ImageViewer
        images={photos.map((src, at) => ({ src, name: t('help.feedback.photo', { n: at + 1 }) }))}
        index={viewed}
        onIndex={setViewed}
        t={formText}
        locale={locale}
      />
    </>
  );
}
