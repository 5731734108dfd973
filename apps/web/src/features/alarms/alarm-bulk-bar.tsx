import { useState } from 'react';
import { Button, Menu, TextAreaField } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { PageDialog } from '../../kit/dialog.tsx';
import { SHELVE_MINUTES, isUseful, type AlarmAction, type AlarmActions, type Alarms } from './model.ts';
import { t } from './zh-CN.ts';

const MENU =
  'inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-note font-medium text-ink pointer-coarse:h-11';

/** What can be done with the selected alarms. */
export function AlarmBulkBar({ model, actions }: { model: Alarms; actions: AlarmActions }) {
  const [isCommenting, setCommenting] = useState(false);
  const selected = model.selection.alarms.value;
  const perform = (action: AlarmAction): void => void actions.many(selected, action);
  const n = selected.length;
  const useful = (kind: 'acknowledge' | 'clear') =>
    selected.filter((alarm) => isUseful({ kind }, alarm)).length;
  return (
    <>
      {n > 0 && (
        <div
          role="toolbar"
          aria-label={t('alarmList.selected', { n })}
          data-testid="alarm-bulk-bar"
          className="flex flex-wrap items-center gap-2 rounded-control bg-leaf-soft px-3 py-1 text-leaf-ink"
        >
          <span className="mr-auto text-note font-medium" data-testid="alarm-bulk-count" data-count={n}>
            {t('alarmList.selected', { n })}
          </span>
          <Button size="sm" variant="quiet" data-testid="alarm-bulk-none" onClick={model.selection.clear}>
            {t('alarmList.select.none')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={useful('acknowledge') === 0}
            data-testid="alarm-bulk-acknowledge"
            onClick={() => perform({ kind: 'acknowledge' })}
          >
            {t('alarms.acknowledge')}
          </Button>
          <ShelveMenu
            testId="alarm-bulk-shelve"
            canUnshelve
            onShelve={(minutes) => perform({ kind: 'shelve', minutes })}
          />
          <Menu
            label={t('alarmList.assign')}
            testId="alarm-bulk-assign"
            buttonClassName={MENU}
            button={t('alarmList.assign')}
            entries={[
              ...(model.names.people.value.value ?? []).map(({ userId, username, displayName }) => ({
                id: userId,
                label: displayName || username,
                onSelect: () => perform({ kind: 'assign' as const, userId }),
              })),
              {
                id: 'nobody',
                label: t('alarmList.assign.nobody'),
                startsGroup: true,
                onSelect: () => perform({ kind: 'assign', userId: null }),
              },
            ]}
          />
          <Button size="sm" data-testid="alarm-bulk-comment" onClick={() => setCommenting(true)}>
            {t('alarmList.comment')}
          </Button>
          <Button
            size="sm"
            disabled={useful('clear') === 0}
            data-testid="alarm-bulk-clear"
            onClick={() => actions.clearing.ask(true)}
          >
            {t('alarmList.clear')}
          </Button>
        </div>
      )}
      <Confirm
        question={actions.clearing}
        message={() => t('alarmList.clear.message', { n: useful('clear') })}
        confirmLabel={t('alarmList.clear')}
        dangerous={false}
      />
      <PageDialog
        open={isCommenting}
        onClose={() => setCommenting(false)}
        title={t('alarmList.comment.to', { n })}
        testId="alarm-bulk-comment-dialog"
      >
        <CommentForm
          send={async (text) => {
            setCommenting(false);
            perform({ kind: 'comment', text });
            return true;
          }}
        />
      </PageDialog>
    </>
  );
}

interface ShelveMenuProps {
  testId: string;
  /** Whether one of the alarms is shelved. */
  canUnshelve: boolean;
  onShelve: (minutes: number) => void;
}

/** Times for which alarms can be shelved. */
export function ShelveMenu({ testId, canUnshelve, onShelve }: ShelveMenuProps) {
  return (
    <Menu
      label={t('alarmList.shelve')}
      testId={testId}
      buttonClassName={MENU}
      button={t('alarmList.shelve')}
      entries={[
        ...SHELVE_MINUTES.map((minutes) => ({
          id: `shelve-${minutes}`,
          label: t(`alarmList.shelve.${minutes}`),
          onSelect: () => onShelve(minutes),
        })),
        ...(canUnshelve
          ? [
              {
                id: 'shelve-0',
                label: t('alarmList.shelve.end'),
                startsGroup: true,
                onSelect: () => onShelve(0),
              },
            ]
          : []),
      ]}
    />
  );
}

const COMMENT_MAX = 2000;

interface CommentFormProps {
  isSending?: boolean;
  /** Answers whether it is stored: what was typed stays otherwise. */
  send: (text: string) => Promise<boolean>;
}

/** A comment to one alarm or to many. */
export function CommentForm({ isSending = false, send }: CommentFormProps) {
  const [text, setText] = useState('');
  const canSend = text.trim() !== '' && Array.from(text).length <= COMMENT_MAX;
  return (
    <form
      className="flex flex-col items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSend) return;
        void send(text).then((isStored) => {
          if (isStored) setText('');
        });
      }}
    >
      <div className="w-full">
        <TextAreaField
          label={t('alarmList.comment')}
          value={text}
          limit={COMMENT_MAX}
          rows={2}
          data-testid="alarm-comment"
          onValueChange={setText}
        />
      </div>
      <Button type="submit" size="sm" busy={isSending} disabled={!canSend} data-testid="alarm-comment-send">
        {t('alarmList.comment.send')}
      </Button>
    </form>
  );
}
