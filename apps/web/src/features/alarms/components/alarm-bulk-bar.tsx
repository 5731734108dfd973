import { useState } from 'react';
import { Button, ConfirmDialog, Dialog, Menu } from '@farm3d/ui';
import type { AlarmAction, AlarmActions } from '../alarm-actions.ts';
import { isUseful, SHELVE_MINUTES } from '../alarm-actions.ts';
import type { Alarms } from '../model.ts';
import { t } from '../zh-CN.ts';
import { CommentForm } from './comment-form.tsx';

const MENU =
  'inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-note font-medium text-ink pointer-coarse:h-11';

/** What can be done with the selected alarms. */
export function AlarmBulkBar({ model, actions }: { model: Alarms; actions: AlarmActions }) {
  const [isConfirming, setConfirming] = useState(false);
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
            onClick={() => setConfirming(true)}
          >
            {t('alarmList.clear')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        title={t('common.prompt')}
        message={t('alarmList.clear.message', { n: useful('clear') })}
        confirmLabel={t('alarmList.clear')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => {
          setConfirming(false);
          perform({ kind: 'clear' });
        }}
        onCancel={() => setConfirming(false)}
      />
      <Dialog
        open={isCommenting}
        onClose={() => setCommenting(false)}
        title={t('alarmList.comment.to', { n })}
        closeLabel={t('common.close')}
        testId="alarm-bulk-comment-dialog"
      >
        <CommentForm
          send={async (text) => {
            setCommenting(false);
            perform({ kind: 'comment', text });
            return true;
          }}
        />
      </Dialog>
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
