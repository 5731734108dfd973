import { batch, computed, signal, type Signal } from '@preact/signals-react';
import { ApiError, type Scene } from '@farm3d/api';
import { t } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Api } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { detailsDiffer, SceneDetailsForm } from './details.ts';
import type { EditSession } from './edit-session.ts';

/** The confirmation dialogs of the editor. */
export type EditorDialog = 'delete' | 'leave' | 'conflict' | 'failed' | 'gone';

export interface EditorOptions {
  readonly api: { readonly scenes: Pick<Api['scenes'], 'update' | 'create' | 'remove'> };
  readonly sceneId: string;
  /** The scene as the server has it; a save replaces it. */
  readonly scene: Signal<Scene | null>;
  readonly session: Pick<
    EditSession,
    'isLayoutDirty' | 'prepare' | 'setEnabled' | 'commitTransform' | 'layout' | 'markSaved'
  >;
  /** Editing began or ended. */
  readonly onChange: (isEditing: boolean) => void;
  /** The scene was deleted. */
  readonly onDeleted: () => void;
  /** The layout was saved as another scene. */
  readonly onCopied: (id: string) => void;
  /** Reloads the page, as the specification's cancel does. */
  readonly reload: () => void;
}

/** The dialog for the error of a failed save. */
function dialogFor(error: unknown): EditorDialog {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404) return 'gone';
  return status === 409 ? 'conflict' : 'failed';
}

/** Edit mode of a scene: begin, save, cancel, delete, and the dialogs before work is lost. */
export class EditorModel {
  readonly details = new SceneDetailsForm();
  readonly isEditing = signal(false);
  readonly isSaving = signal(false);
  readonly isDeleting = signal(false);
  readonly dialog = signal<EditorDialog | null>(null);
  /** Why the last save failed. */
  readonly saveError = signal<unknown>(null);
  /** Whether something is not saved. */
  readonly isDirty = computed(() => {
    const { session, scene } = this.#options;
    if (!this.isEditing.value) return false;
    return session.isLayoutDirty.value || (scene.value !== null && detailsDiffer(this.details, scene.value));
  });
  readonly #mayDiscard = signal(false);
  /** Whether the browser must ask before it closes or reloads the page. */
  readonly blocksUnload = computed(() => this.isDirty.value && !this.#mayDiscard.value);
  readonly #options: EditorOptions;

  constructor(options: EditorOptions) {
    this.#options = options;
  }

  readonly begin = async (): Promise<void> => {
    try {
      await this.#options.session.prepare();
    } catch (error) {
      showToast('error', problemText(error), 'scene.edit');
      return;
    }
    const scene = this.#options.scene.peek();
    if (!scene) return;
    batch(() => {
      this.details.reset(scene);
      this.#setEditing(true);
    });
  };

  /** Saves. @param overwrite also over a version that was saved elsewhere meanwhile; default false */
  async save(overwrite = false): Promise<void> {
    if (!this.details.check()) return;
    const { api, sceneId, session } = this.#options;
    const scene = this.#options.scene.peek();
    // The transform in progress is part of what is saved.
    session.commitTransform();
    const layout = session.layout();
    if (!scene || !layout || this.isSaving.peek()) return;
    this.isSaving.value = true;
    // A change before the response would be lost with edit mode, or count as saved.
    session.setEnabled(false);
    try {
      const saved = await api.scenes.update(sceneId, {
        ...this.details.values(),
        layout,
        ...(overwrite ? {} : { version: scene.version }),
      });
      batch(() => {
        this.#options.scene.value = saved;
        this.dialog.value = null;
        session.markSaved(layout);
        this.#setEditing(false);
      });
      showToast('success', t('scene.saved'), 'scene.save');
    } catch (error) {
      batch(() => {
        this.saveError.value = error;
        this.dialog.value = dialogFor(error);
      });
      session.setEnabled(true);
    } finally {
      this.isSaving.value = false;
    }
  }

  /** Saves the layout as a new scene: for a scene that was deleted elsewhere while it was edited. */
  async saveAsNew(): Promise<void> {
    const { api, session } = this.#options;
    session.commitTransform();
    const scene = this.#options.scene.peek();
    const layout = session.layout();
    if (!scene || !layout || this.isSaving.peek()) return;
    this.isSaving.value = true;
    try {
      const { type, baseModelPath, boundary, latitude, longitude, plotSkin, growCrop, growTime, icon } =
        scene;
      const copy = await api.scenes.create({
        type,
        baseModelPath,
        boundary,
        latitude,
        longitude,
        plotSkin,
        growCrop,
        growTime,
        icon,
        ...this.details.values(),
        layout,
      });
      this.#mayDiscard.value = true;
      showToast('success', t('scene.saved'), 'scene.save');
      this.#options.onCopied(copy.id);
    } catch (error) {
      showToast('error', problemText(error), 'scene.save');
    } finally {
      this.isSaving.value = false;
    }
  }

  /** Discards all changes: reloads the page without confirmation (readings 32). */
  readonly cancel = (): void => {
    this.#mayDiscard.value = true;
    this.#options.reload();
  };

  /** Deletes the scene. */
  async remove(): Promise<void> {
    this.isDeleting.value = true;
    try {
      await this.#options.api.scenes.remove(this.#options.sceneId);
      this.#mayDiscard.value = true;
      showToast('success', t('scene.deleted'));
      this.#options.onDeleted();
    } catch (error) {
      showToast('error', t('scene.deleteFailed', { reason: problemText(error) }));
    } finally {
      batch(() => {
        this.isDeleting.value = false;
        this.dialog.value = null;
      });
    }
  }

  openDialog(dialog: EditorDialog): void {
    this.dialog.value = dialog;
  }

  readonly closeDialog = (): void => {
    if (this.dialog.peek() === 'delete') showToast('info', t('scene.deleteCancelled'));
    this.dialog.value = null;
  };

  #setEditing(isEditing: boolean): void {
    this.isEditing.value = isEditing;
    this.#options.session.setEnabled(isEditing);
    this.#options.onChange(isEditing);
  }
}
