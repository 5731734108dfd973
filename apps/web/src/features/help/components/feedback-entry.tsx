import { useState } from 'react';
import { Reply } from 'lucide-react';
import type { Feedback } from '@farm3d/api';
import { Badge, Button, ImageViewer } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { dateText } from '../../../platform/time-text.ts';
import type { FeedbackScreen } from '../feedback-model.ts';
import { t } from '../zh-CN.ts';

/** One feedback with its images and its answer. */
export function FeedbackEntry({ entry, model }: { entry: Feedback; model: FeedbackScreen }) {
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
            onClick={() => model.openAnswer(entry)}
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
  const { t: formText, locale } = formServices();
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
