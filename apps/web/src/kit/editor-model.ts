import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import { ApiError } from '@farm3d/api';
import { loadable, type Loadable } from '../platform/loadable.ts';
import { problemText } from '../platform/problem.ts';
import type { Services } from '../platform/services.ts';
import { showToast } from '../platform/toasts.ts';

/** Reads the present language. */
type Message = () => string;
/** Errors by the path of their field, such as 'actions.0.title'. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A stored record, by the answer of its calls. */
interface StoredRecord {
  readonly id: string;
  readonly version?: number;
}

export interface EditorOptions<Form extends object, Stored extends StoredRecord, Body extends object> {
  /** 'new' creates one. */
  readonly id: string;
  /** What a new one is compared with: the form as it is opened, unless `begun` says more. */
  readonly empty: Form;
  /** What a new one begins with that is to be saved. Default: nothing. */
  readonly begun?: () => Form | null;
  /** Name of the draft of a record. */
  readonly draftName: (id: string) => string;
  /** Fetches what the form is made of. @param found takes the record; not called for a new one */
  readonly read: (abort: AbortSignal, found: (record: Stored) => void) => Promise<Form>;
  /** Whether the record cannot be changed. Default: it can. */
  readonly isReadOnly?: (record: Stored | null) => boolean;
  /** Called with the form that is shown from now on. */
  readonly onBegin?: (form: Form) => void;
  /** What is wrong with the form, in the present language. */
  readonly wrongIn: (form: Form) => FieldErrors;
  /** Names of the fields in paths, where they differ. */
  readonly bodyFields?: Readonly<Partial<Record<keyof Form, string>>>;
  /** Path of a field that the server refuses; null: no field of the form. Default: as the server names it. */
  readonly fieldOf?: (field: string, form: Form) => string | null;
  /** Whether what is wrong at a path is sure to be seen there. Default true; otherwise it is said above the form, too. */
  readonly isShownAt?: (path: string) => boolean;
  /** Whether something else is under way, and nothing is saved. */
  readonly isBlocked?: () => boolean;
  /** Null: the form cannot be sent yet. */
  readonly bodyOf: (form: Form) => Body | null;
  readonly create: (body: Body) => Promise<Stored>;
  readonly update: (body: Body & { readonly version?: number }) => Promise<Stored>;
  /** That it was saved, in a few words. */
  readonly savedText: (isNew: boolean) => string;
  readonly onCreated: (id: string) => void;
}

/** What the page around a form knows of it. */
export interface EditorState {
  readonly isNew: ReadonlySignal<boolean>;
  readonly loaded: Pick<Loadable<unknown>, 'error'>;
  /** Whether the form contains the record. */
  readonly isReady: ReadonlySignal<boolean>;
  readonly isReadOnly: ReadonlySignal<boolean>;
  readonly isDirty: ReadonlySignal<boolean>;
  /** Whether it was opened with what was typed and not saved before. */
  readonly isRestored: ReadonlySignal<boolean>;
  /** Whether it is being saved. */
  readonly busy: ReadonlySignal<boolean>;
  /** Errors to show: all of them after an attempt to save. */
  readonly errors: ReadonlySignal<FieldErrors>;
  /** What is wrong with no field of the form. */
  readonly problem: ReadonlySignal<string | null>;
  /** Incremented to move the focus to the first wrong field. */
  readonly focusRequest: ReadonlySignal<number>;
  /** Fetches the record again, and what is unsaved of it. */
  readonly load: () => Promise<void>;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

export interface Editor<Form extends object, Stored> extends EditorState {
  readonly record: ReadonlySignal<Stored | null>;
  readonly form: ReadonlySignal<Form>;
  readonly wrong: ReadonlySignal<FieldErrors>;
  readonly change: (part: Partial<Form>) => void;
  /** Shows an error at a path until its field is changed. */
  readonly refuse: (path: string, text: Message) => void;
  /** Forgets what was unsaved: the record is removed. */
  readonly forget: () => void;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** No form has fields for these. */
const asNamed = (field: string): string | null => (field === 'version' || field === 'id' ? null : field);

/**
 * One record in an editor. Unsaved changes survive a reload and a lost login. Created inside `createModel`, it is fetched
 * at once.
 */
export function createEditor<Form extends object, Stored extends StoredRecord, Body extends object>(
  { draftOf }: Pick<Services, 'draftOf'>,
  options: EditorOptions<Form, Stored, Body>,
): Editor<Form, Stored> {
  const { id, empty, fieldOf = asNamed, isShownAt = () => true } = options;
  const isNew = id === 'new';
  const draftsOf = (of: string) => draftOf<Form>(options.draftName(of));
  const drafts = draftsOf(id);
  const record = signal<Stored | null>(null);
  /** The form as it was stored. */
  const stored: Signal<Form> = signal(empty);
  const form: Signal<Form> = signal(empty);
  const isReady = signal(false);
  const isRestored = signal(false);
  const isChecked = signal(false);
  /** Errors of the server, by the path of their field. */
  const refused = signal<Readonly<Record<string, Message>>>({});
  const problem = signal<Message | null>(null);
  const busy = signal(false);
  const focusRequest = signal(0);
  const isReadOnly = computed(() => options.isReadOnly?.(record.value) ?? false);

  const begin = (next: Form, shown: Form = next, isKept = false): void => {
    batch(() => {
      stored.value = next;
      form.value = shown;
      isReady.value = true;
      isRestored.value = isKept;
      isChecked.value = false;
      refused.value = {};
      problem.value = null;
    });
    options.onBegin?.(shown);
  };
  const loaded = loadable<Form>((abort) =>
    options.read(abort, (found) => {
      record.value = found;
    }),
  );
  const load = async (): Promise<void> => {
    await loaded.load();
    const next = loaded.value.peek();
    if (!next) return;
    const kept = isReadOnly.peek() ? null : drafts.read();
    const begun = isNew ? (options.begun?.() ?? null) : null;
    begin(next, kept ?? begun ?? next, kept !== null);
  };
  const isDirty = computed(() => isReady.value && !isSame(form.value, stored.value));
  effect(() => {
    if (isReady.value && !isReadOnly.value) drafts.write(isDirty.value ? form.value : null);
  });
  const wrong = computed(() => options.wrongIn(form.value));
  const failed = (error: unknown): void =>
    batch(() => {
      const text = (): string => problemText(error);
      const field = error instanceof ApiError ? error.field : undefined;
      const path = field === undefined ? null : fieldOf(field, form.peek());
      refused.value = path === null ? {} : { [path]: text };
      problem.value = path === null || !isShownAt(path) ? text : null;
      focusRequest.value += 1;
    });
  const send = async (): Promise<void> => {
    const sent = form.peek();
    const body = options.bodyOf(sent);
    if (!body) return;
    const version = record.peek()?.version;
    const saved = isNew
      ? await options.create(body)
      : await options.update(version === undefined ? body : { ...body, version });
    batch(() => {
      record.value = saved;
      // What was typed since then is still to be saved.
      stored.value = sent;
      isRestored.value = false;
      isChecked.value = false;
    });
    showToast('success', options.savedText(isNew));
    if (!isNew) return;
    drafts.write(null);
    if (isDirty.peek()) draftsOf(saved.id).write(form.peek());
    options.onCreated(saved.id);
  };

  void load();
  return {
    isNew: computed(() => isNew),
    record,
    loaded,
    isReady,
    isReadOnly,
    form,
    isDirty,
    isRestored,
    busy,
    wrong,
    errors: computed(() => ({
      ...(isChecked.value ? wrong.value : {}),
      ...Object.fromEntries(Object.entries(refused.value).map(([path, text]) => [path, text()])),
    })),
    problem: computed(() => problem.value?.() ?? null),
    focusRequest,
    load,
    change: (part) =>
      batch(() => {
        form.value = { ...form.peek(), ...part };
        const changed = (Object.keys(part) as (keyof Form & string)[]).map(
          (name) => options.bodyFields?.[name] ?? name,
        );
        const kept = Object.entries(refused.peek()).filter(
          ([path]) => !changed.includes(path.split('.', 1)[0] ?? ''),
        );
        refused.value = Object.fromEntries(kept);
      }),
    refuse: (path, text) => {
      refused.value = { ...refused.peek(), [path]: text };
    },
    forget: () => drafts.write(null),
    discard: () => begin(stored.peek()),
    save: async () => {
      if (busy.peek() || options.isBlocked?.()) return;
      batch(() => {
        isChecked.value = true;
        problem.value = null;
        refused.value = {};
      });
      if (Object.keys(wrong.peek()).length > 0) {
        focusRequest.value += 1;
        return;
      }
      busy.value = true;
      try {
        await send();
      } catch (error) {
        failed(error);
      } finally {
        busy.value = false;
      }
    },
  };
}
