import { batch, signal } from '@preact/signals-react';
import { checkSceneDescription, checkSceneName, type Scene } from '@farm3d/api';

/** An uploaded cover image: its path at the server and the address that shows it; null: removed. */
export type Cover = { readonly path: string; readonly url: string } | null;

/** The public members: the type that `createModel` gives a nested object. */
export type SceneDetailsModel = Pick<SceneDetailsForm, keyof SceneDetailsForm>;

/** Name, description and cover of the scene that is edited, and their validation. */
export class SceneDetailsForm {
  readonly name = signal('');
  readonly description = signal('');
  /** Undefined while it was neither replaced nor removed. */
  readonly cover = signal<Cover | undefined>(undefined);
  /** Names of the messages about the fields; their texts are loaded with the form. */
  readonly nameFault = signal<ReturnType<typeof checkSceneName>>(null);
  readonly descriptionFault = signal<ReturnType<typeof checkSceneDescription>>(null);

  /** Starts from the saved scene. */
  reset({ name, description }: Scene): void {
    batch(() => {
      this.name.value = name;
      this.description.value = description;
      this.cover.value = undefined;
      this.nameFault.value = null;
      this.descriptionFault.value = null;
    });
  }

  /** The fields as they are saved. */
  values(): { name: string; description: string; icon?: string | null } {
    const cover = this.cover.peek();
    return {
      name: this.name.peek().trim(),
      description: this.description.peek(),
      ...(cover === undefined ? {} : { icon: cover?.path ?? null }),
    };
  }

  /** Validates both fields. @returns whether they are valid */
  check(): boolean {
    return [this.checkName(), this.checkDescription()].every(Boolean);
  }

  readonly checkName = (): boolean => {
    this.nameFault.value = checkSceneName(this.name.peek());
    return this.nameFault.peek() === null;
  };

  readonly checkDescription = (): boolean => {
    this.descriptionFault.value = checkSceneDescription(this.description.peek());
    return this.descriptionFault.peek() === null;
  };

  readonly typeName = (text: string): void => {
    this.name.value = text;
    // A shown error goes as soon as it is corrected; a new one waits until the field is left.
    if (this.nameFault.peek() !== null) this.checkName();
  };

  readonly typeDescription = (text: string): void => {
    this.description.value = text;
    if (this.descriptionFault.peek() !== null) this.checkDescription();
  };
}

/** Whether a field differs from the saved scene. Reads signals: no method, as methods of a model do not subscribe. */
export function detailsDiffer(form: SceneDetailsModel, { name, description }: Scene): boolean {
  return form.name.value !== name || form.description.value !== description || form.cover.value !== undefined;
}
