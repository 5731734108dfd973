import { ConfirmDialog } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { problemText } from '../../../../platform/problem.ts';
import { interruptedUser } from '../../../../platform/session.ts';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';

/** The questions before work or a whole scene is lost. */
export default function Questions({ screen, leave }: { screen: SceneScreen; leave: () => void }) {
  const { editing } = screen;
  // Where the session has ended the login comes first: nothing may lie over it.
  const question = interruptedUser.value ? null : editing.question.value;
  return (
    <>
      <ConfirmDialog
        open={question === 'delete'}
        testId="delete-dialog"
        dangerous
        title={t('common.prompt')}
        message={t('scene.delete.message')}
        confirmLabel={t('common.confirm')}
        cancelLabel={t('common.cancel')}
        busy={editing.deleting.value}
        onConfirm={() => void editing.remove()}
        onCancel={editing.dismiss}
      />
      <ConfirmDialog
        open={question === 'leave'}
        testId="leave-dialog"
        dangerous
        title={t('scene.leave.title')}
        message={t('scene.leave.message')}
        confirmLabel={t('scene.leave.go')}
        cancelLabel={t('scene.leave.stay')}
        onConfirm={leave}
        onCancel={editing.dismiss}
      />
      <ConfirmDialog
        open={question === 'conflict'}
        testId="conflict-dialog"
        dangerous
        title={t('scene.conflict.title')}
        message={t('scene.conflict.message')}
        confirmLabel={t('scene.conflict.overwrite')}
        cancelLabel={t('scene.conflict.keep')}
        alternative={{ label: t('scene.conflict.reload'), onSelect: editing.cancel }}
        busy={editing.saving.value}
        onConfirm={() => void editing.save(true)}
        onCancel={editing.dismiss}
      />
      <ConfirmDialog
        open={question === 'gone'}
        testId="gone-dialog"
        title={editText('scene.gone.title')}
        message={editText('scene.gone')}
        confirmLabel={editText('scene.gone.copy')}
        cancelLabel={t('scene.conflict.keep')}
        alternative={{ label: t('scene.leave.go'), onSelect: leave }}
        busy={editing.saving.value}
        onConfirm={() => void editing.saveAsNew()}
        onCancel={editing.dismiss}
      />
      <ConfirmDialog
        open={question === 'failed'}
        testId="failed-dialog"
        title={t('scene.saveFailed.title')}
        message={t('scene.saveFailed', { reason: problemText(editing.failure.value) })}
        confirmLabel={t('common.retry')}
        cancelLabel={t('scene.conflict.keep')}
        busy={editing.saving.value}
        onConfirm={() => void editing.save()}
        onCancel={editing.dismiss}
      />
    </>
  );
}
