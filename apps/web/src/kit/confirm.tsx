import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@farm3d/ui';
import { t } from '../platform/locale.ts';
import type { Question } from './actions.ts';

interface ConfirmProps<Asked> {
  question: Question<Asked>;
  message: (about: Asked) => ReactNode;
  /** Default: 'delete'. */
  confirmLabel?: string | ((about: Asked) => string);
  /** Default: 'notice'. */
  title?: string;
  /** Whether it cannot be undone. Default true. */
  dangerous?: boolean | ((about: Asked) => boolean);
  testId?: string;
}

const of = <Asked, Value>(value: Value | ((about: Asked) => Value), about: Asked): Value =>
  typeof value === 'function' ? (value as (about: Asked) => Value)(about) : value;

/** Asks before something is done. */
export function Confirm<Asked>({ question, message, ...props }: ConfirmProps<Asked>) {
  const { confirmLabel = t('common.delete'), title = t('common.prompt'), dangerous = true, testId } = props;
  const about = question.asked.value;
  // Its words stay while the dialog disappears.
  const [last, keep] = useState(about);
  if (about !== null && about !== last) keep(about);
  const shown = about ?? last;
  return (
    <ConfirmDialog
      open={about !== null}
      dangerous={shown === null || of(dangerous, shown)}
      title={title}
      message={shown !== null && message(shown)}
      confirmLabel={shown === null ? '' : of(confirmLabel, shown)}
      cancelLabel={t('common.cancel')}
      busy={question.busy.value}
      onConfirm={() => void question.confirm()}
      onCancel={question.cancel}
      {...(testId === undefined ? {} : { testId })}
    />
  );
}
