import { ConfirmDialog } from '@farm3d/ui';
import { useServices } from '../../../../kit/services.tsx';
import { problemText } from '../../../../platform/problem.ts';
import { t } from '../../texts/zh-CN.ts';
import type { EditorModel } from '../editor-model.ts';

interface EditorDialogsProps {
  editor: Pick<
    EditorModel,
    | 'dialog'
    | 'isDeleting'
    | 'isSaving'
    | 'saveError'
    | 'save'
    | 'saveAsNew'
    | 'remove'
    | 'cancel'
    | 'closeDialog'
  >;
  leave: () => void;
}

/** The confirmation dialogs of the editor. */
export default function EditorDialogs({ editor, leave }: EditorDialogsProps) {
  const { session } = useServices();
  // When the session has ended, nothing may lie over the login.
  const dialog = session.interruptedUser.value ? null : editor.dialog.value;
  return (
    <>
      <ConfirmDialog
        open={dialog === 'delete'}
        testId="delete-dialog"
        dangerous
        title={t('common.prompt')}
        message={t('scene.delete.message')}
        confirmLabel={t('common.confirm')}
        cancelLabel={t('common.cancel')}
        busy={editor.isDeleting.value}
        onConfirm={() => void editor.remove()}
        onCancel={editor.closeDialog}
      />
      <ConfirmDialog
        open={dialog === 'leave'}
        testId="leave-dialog"
        dangerous
        title={t('scene.leave.title')}
        message={t('scene.leave.message')}
        confirmLabel={t('scene.leave.go')}
        cancelLabel={t('scene.leave.stay')}
        onConfirm={leave}
        onCancel={editor.closeDialog}
      />
      <ConfirmDialog
        open={dialog === 'conflict'}
        testId="conflict-dialog"
        dangerous
        title={t('scene.conflict.title')}
        message={t('scene.conflict.message')}
        confirmLabel={t('scene.conflict.overwrite')}
        cancelLabel={t('scene.conflict.keep')}
        alternative={{ label: t('scene.conflict.reload'), onSelect: editor.cancel }}
        busy={editor.isSaving.value}
        onConfirm={() => void editor.save(true)}
        onCancel={editor.closeDialog}
      />
      <ConfirmDialog
        open={dialog === 'gone'}
        testId="gone-dialog"
        title={t('scene.gone.title')}
        message={t('scene.gone')}
        confirmLabel={t('scene.gone.copy')}
        cancelLabel={t('scene.conflict.keep')}
        alternative={{ label: t('scene.leave.go'), onSelect: leave }}
        busy={editor.isSaving.value}
        onConfirm={() => void editor.saveAsNew()}
        onCancel={editor.closeDialog}
      />
      <ConfirmDialog
        open={dialog === 'failed'}
        testId="failed-dialog"
        title={t('scene.saveFailed.title')}
        message={t('scene.saveFailed', { reason: problemText(editor.saveError.value) })}
        confirmLabel={t('common.retry')}
        cancelLabel={t('scene.conflict.keep')}
        busy={editor.isSaving.value}
        onConfirm={() => void editor.save()}
        onCancel={editor.closeDialog}
      />
    </>
  );
}
