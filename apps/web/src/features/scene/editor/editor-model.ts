import { batch, computed, effect, signal } from '@preact/signals-react';
import { ApiError, checkSceneDescription, checkSceneName, message } from '@farm3d/api';
import { locale, t } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { SceneData } from '../loading/scene-records.ts';
import type { Stage } from '../viewer/scene-viewer.ts';
import type { Api } from '../../../platform/services.ts';

/** A question that the screen asks about the whole scene. */
export type Question = 'delete' | 'leave' | 'conflict' | 'failed' | 'gone';

export interface EditingHost {
  readonly api: Api;
  readonly sceneId: string;
  readonly data: SceneData;
  readonly stage: Stage;
  /** Editing began or ended. */
  readonly onChange: (editing: boolean) => void;
  /** The scene is gone: its page has nothing more to show. */
  readonly onDeleted: () => void;
  /** What is shown has been kept as another scene. */
  readonly onCopied: (id: string) => void;
  /** Loads the page anew, as the specification's cancel does. */
  readonly reload: () => void;
}

/** A picture that was given: where it lies, and where it is shown from; null when it was taken away. */
export type Cover = { readonly path: string; readonly url: string } | null;

/** What a save that failed leaves to be chosen. */
function questionAbout(error: unknown): Question {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404) return 'gone';
  return status === 409 ? 'conflict' : 'failed';
}

/** Edit mode: its fields, saving, deleting, and the questions before work is lost. */
export function createEditing(host: EditingHost) {
  const { api, sceneId, data, stage, onChange, onDeleted, onCopied, reload } = host;
  const editing = signal(false);
  const name = signal('');
  const description = signal('');
  const wrongName = signal<ReturnType<typeof checkSceneName>>(null);
  const wrongDescription = signal<ReturnType<typeof checkSceneDescription>>(null);
  const nameError = computed(() => wrongName.value && message(wrongName.value, locale.value));
  const descriptionError = computed(
    () => wrongDescription.value && message(wrongDescription.value, locale.value),
  );
  /** Another picture for the list of scenes; undefined while nobody gave or took one. */
  const cover = signal<Cover | undefined>(undefined);
  const saving = signal(false);
  const deleting = signal(false);
  const question = signal<Question | null>(null);
  /** Why the last save failed. */
  const failure = signal<unknown>(null);

  /** The details follow the stored scene until somebody types. */
  const detailsAreDirty = computed(() => {
    const { value: scene } = data.scene;
    return (
      editing.value &&
      scene !== null &&
      (name.value !== scene.name || description.value !== scene.description || cover.value !== undefined)
    );
  });
  const dirty = computed(() => editing.value && (stage.layoutIsDirty.value || detailsAreDirty.value));

  let leavesFreely = false;
  effect(() => {
    if (!dirty.value) return undefined;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!leavesFreely) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });

  const checkName = (): boolean => {
    wrongName.value = checkSceneName(name.value);
    return wrongName.peek() === null;
  };
  const checkDescription = (): boolean => {
    wrongDescription.value = checkSceneDescription(description.value);
    return wrongDescription.peek() === null;
  };

  const setEditing = (next: boolean): void => {
    batch(() => {
      editing.value = next;
      stage.setEditing(next);
      onChange(next);
    });
  };

  const store = async (overwrite: boolean): Promise<void> => {
    const scene = data.scene.peek();
    // What is held in the handles right now is part of what the person sees and means to keep.
    stage.commitTransform();
    const layout = stage.layout();
    if (!scene || !layout || saving.peek()) return;
    saving.value = true;
    // What is changed while the answer is on its way would be lost with edit mode, or pass for stored.
    stage.setEditing(false);
    try {
      const stored = await api.scenes.update(sceneId, {
        name: name.peek().trim(),
        description: description.peek(),
        layout,
        ...(cover.peek() === undefined ? {} : { icon: cover.peek()?.path ?? null }),
        ...(overwrite ? {} : { version: scene.version }),
      });
      batch(() => {
        data.scene.value = stored;
        question.value = null;
        stage.markSaved(layout.camera);
        setEditing(false);
      });
      showToast('success', t('scene.saved'), 'scene.save');
    } catch (error) {
      failure.value = error;
      question.value = questionAbout(error);
      stage.setEditing(true);
    } finally {
      saving.value = false;
    }
  };

  const reloadFreely = (): void => {
    leavesFreely = true;
    reload();
  };

  return {
    editing,
    dirty,
    name,
    description,
    nameError,
    descriptionError,
    cover,
    saving,
    deleting,
    question,
    failure,
    checkName,
    checkDescription,
    begin: async (): Promise<void> => {
      try {
        await stage.prepareEditing();
      } catch (error) {
        showToast('error', problemText(error), 'scene.edit');
        return;
      }
      const scene = data.scene.peek();
      if (!scene) return;
      batch(() => {
        name.value = scene.name;
        description.value = scene.description;
        cover.value = undefined;
        wrongName.value = null;
        wrongDescription.value = null;
        setEditing(true);
      });
    },
    typeName: (text: string): void => {
      name.value = text;
      // An error that is shown goes as soon as it is mended; a new one waits for the blur.
      if (nameError.peek() !== null) checkName();
    },
    typeDescription: (text: string): void => {
      description.value = text;
      if (descriptionError.peek() !== null) checkDescription();
    },
    /** Saves; `overwrite` also over a version that somebody else saved meanwhile. */
    save: async (overwrite = false): Promise<void> => {
      const isValid = [checkName(), checkDescription()].every(Boolean);
      if (isValid) await store(overwrite);
    },
    /** Keeps everything as a scene of its own, where the one that was edited is gone. */
    saveAsNew: async (): Promise<void> => {
      stage.commitTransform();
      const scene = data.scene.peek();
      const layout = stage.layout();
      if (!scene || !layout || saving.peek()) return;
      saving.value = true;
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
          name: name.peek().trim(),
          description: description.peek(),
          layout,
          ...(cover.peek() === undefined ? {} : { icon: cover.peek()?.path ?? null }),
        });
        leavesFreely = true;
        showToast('success', t('scene.saved'), 'scene.save');
        onCopied(copy.id);
      } catch (error) {
        showToast('error', problemText(error), 'scene.save');
      } finally {
        saving.value = false;
      }
    },
    /** Loads the page anew without asking (readings 32). */
    cancel: reloadFreely,
    remove: async (): Promise<void> => {
      deleting.value = true;
      try {
        await api.scenes.remove(sceneId);
        leavesFreely = true;
        showToast('success', t('scene.deleted'));
        onDeleted();
      } catch (error) {
        showToast('error', t('scene.deleteFailed', { reason: problemText(error) }));
      } finally {
        deleting.value = false;
        question.value = null;
      }
    },
    ask: (what: Question): void => {
      question.value = what;
    },
    dismiss: (): void => {
      if (question.peek() === 'delete') showToast('info', t('scene.deleteCancelled'));
      question.value = null;
    },
  };
}
