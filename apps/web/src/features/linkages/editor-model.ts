import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import { ApiError, type Linkage } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { createAutomationSwitch } from './automation-switch.ts';
import { withLinkages, type Catalogue } from './catalogue.ts';
import { checkForm, fieldOf, type FormErrors } from './check-form.ts';
import { EMPTY_GROUP } from './condition-form.ts';
import { conflictsOf } from './conflicts.ts';
import { copyLinkage, showRun } from './linkage-actions.ts';
import { linkageApi, readCatalogue, readLinkages } from './linkage-api.ts';
import {
  draftOf,
  EMPTY_LINKAGE,
  EMPTY_TRIGGER,
  emptyAction,
  formOf,
  type ActionForm,
  type ActionType,
  type LinkageForm,
  type TriggerForm,
} from './linkage-form.ts';
import { createRunLog } from './run-log.ts';
import { sentenceOf } from './sentence.ts';
import { startForm } from './start-form.ts';
import { t } from './zh-CN.ts';
import { createTrial } from './trial-model.ts';

/** A new linkage begins with one comparison and one command. */
const NEW_LINKAGE: LinkageForm = {
  ...EMPTY_LINKAGE,
  condition: { kind: 'groups', match: 'all', groups: [EMPTY_GROUP] },
  actions: [emptyAction('command')],
};

interface EditorOptions {
  /** 'new' creates one. */
  readonly id: string;
  /** What a new one begins with, as in the address; empty: nothing. */
  readonly start: URLSearchParams;
  /** Opens another linkage: a created one, or a copy. */
  readonly onOpen: (id: string, replace: boolean) => void;
  readonly onRemoved: () => void;
}

/** Drafts under 'linkage.' are of an older form, with one trigger. */
const draftName = (id: string, start = ''): string => `linkage2.${id}${start}`;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One linkage in the editor. Unsaved changes survive a reload and a lost login. */
export const EditorModel = createModel(({ id, start, onOpen, onRemoved }: EditorOptions) => {
  const isNew = id === 'new';
  // What was begun from elsewhere does not replace a draft that was begun here.
  const drafts = services.draftOf<LinkageForm>(draftName(id, isNew ? String(start) : ''));
  const linkage = signal<Linkage | null>(null);
  const known = signal<Catalogue | null>(null);
  /** The form as it was stored. */
  const stored = signal<LinkageForm>(NEW_LINKAGE);
  const form = signal<LinkageForm>(NEW_LINKAGE);
  const isRestored = signal(false);
  const isChecked = signal(false);
  /** Errors of the server, by the path of their field. */
  const refused = signal<FormErrors>({});
  const problem = signal<string | null>(null);
  const busy = signal<'save' | 'run' | 'other' | null>(null);
  const isRemoving = signal(false);
  /** Incremented to move the focus to the first wrong field. */
  const focusRequest = signal(0);
  const log = createRunLog(id);
  const automations = createAutomationSwitch();

  const loaded = loadable<[Linkage | null, Catalogue]>((abort) =>
    Promise.all([isNew ? null : linkageApi.get(id, { signal: abort }), readCatalogue(abort)]),
  );
  const others = loadable<readonly Linkage[]>(readLinkages);
  const catalogue = computed(() => {
    const rest = (others.value.value ?? []).filter((other) => other.id !== id);
    return known.value && withLinkages(known.value, rest);
  });
  const begin = (next: LinkageForm, kept: LinkageForm | null): void =>
    batch(() => {
      stored.value = next;
      form.value = kept ?? next;
      isRestored.value = kept !== null;
      isChecked.value = false;
      refused.value = {};
      problem.value = null;
    });
  const load = async (): Promise<void> => {
    await loaded.load();
    const [found, names] = loaded.value.peek() ?? [];
    if (!names) return;
    batch(() => {
      linkage.value = found ?? null;
      known.value = names;
      const kept = drafts.read();
      begin(found ? formOf(found) : NEW_LINKAGE, kept ?? (isNew ? startForm(start, names) : null));
      isRestored.value = kept !== null;
    });
  };
  const isDirty = computed(() => catalogue.value !== null && !isSame(form.value, stored.value));
  effect(() => {
    if (catalogue.value) drafts.write(isDirty.value ? form.value : null);
  });
  const change = (part: Partial<LinkageForm>): void =>
    batch(() => {
      form.value = { ...form.peek(), ...part };
      const isOfPart = (path: string): boolean => (path.split('.', 1)[0] ?? '') in part;
      const kept = Object.entries(refused.peek()).filter(([path]) => !isOfPart(path));
      refused.value = Object.fromEntries(kept);
    });
  const changeActions = (edit: (actions: readonly ActionForm[]) => readonly ActionForm[]): void =>
    change({ actions: edit(form.peek().actions) });

  const wrong = computed<FormErrors>(() => (catalogue.value ? checkForm(form.value, catalogue.value) : {}));
  const draft = computed(() => catalogue.value && draftOf(form.value, catalogue.value));
  /** What can be tried on the past: an incomplete action does not matter. */
  const trial = createTrial(
    computed(() =>
      Object.keys(wrong.value).some((path) => /^(?:triggers|condition|once)/.test(path)) ? null : draft.value,
    ),
  );
  const failed = (error: unknown): void =>
    batch(() => {
      const field = fieldOf(error instanceof ApiError ? error.field : undefined, form.peek());
      refused.value = field === null ? {} : { [field]: problemText(error) };
      // A stored parameter that its service does not declare has no field.
      problem.value = field === null || field.includes('.params.') ? problemText(error) : null;
      focusRequest.value += 1;
    });
  const attempt = async (kind: 'run' | 'other', work: () => Promise<void>): Promise<void> => {
    if (busy.peek() !== null) return;
    busy.value = kind;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = null;
    }
  };
  const send = async (): Promise<void> => {
    const body = draft.peek();
    const sent = form.peek();
    if (!body) return;
    const version = linkage.peek()?.version;
    const saved = isNew
      ? await linkageApi.create(body)
      : await linkageApi.update(id, version === undefined ? body : { ...body, version });
    batch(() => {
      linkage.value = saved;
      // What was typed since then is still to be saved.
      stored.value = sent;
      isRestored.value = false;
      isChecked.value = false;
    });
    showToast('success', t(isNew ? 'linkages.created' : 'linkages.saved'));
    if (!isNew) return;
    drafts.write(null);
    if (isDirty.peek()) services.draftOf<LinkageForm>(draftName(saved.id)).write(form.peek());
    onOpen(saved.id, true);
  };

  void load();
  void others.load();
  void automations.load();
  if (!isNew) void log.load();
  return {
    isNew: computed(() => isNew),
    loaded,
    linkage,
    catalogue,
    form,
    log,
    automations,
    trial,
    isRestored,
    isDirty,
    isRemoving,
    busy,
    problem,
    focusRequest,
    load,
    change,
    /** Errors to show, by the path of their field: all of them after an attempt to save. */
    errors: computed<FormErrors>(() => ({ ...(isChecked.value ? wrong.value : {}), ...refused.value })),
    /** The linkage of the form as a sentence. */
    sentence: computed(() =>
      catalogue.value && draft.value ? sentenceOf(draft.value, catalogue.value) : '',
    ),
    /** Other linkages with which the form is in conflict. */
    conflicts: computed(() => {
      const rest = (others.value.value ?? []).filter((other) => other.id !== id);
      return (draft.value && conflictsOf([...rest, { ...draft.value, id }], catalogue.value).get(id)) ?? [];
    }),
    addTrigger: (): void =>
      change({ triggers: [...form.peek().triggers, { ...EMPTY_TRIGGER, type: 'cron' }] }),
    changeTrigger: (at: number, part: Partial<TriggerForm>): void =>
      change({
        triggers: form.peek().triggers.map((trigger, of) => (of === at ? { ...trigger, ...part } : trigger)),
      }),
    removeTrigger: (at: number): void => change({ triggers: form.peek().triggers.toSpliced(at, 1) }),
    addAction: (type: ActionType): void => changeActions((actions) => [...actions, emptyAction(type)]),
    changeAction: (at: number, action: ActionForm): void =>
      changeActions((actions) => actions.with(at, action)),
    removeAction: (at: number): void => changeActions((actions) => actions.toSpliced(at, 1)),
    moveAction: (from: number, to: number): void =>
      changeActions((actions) => {
        const moved = actions[from];
        return moved && to in actions ? actions.toSpliced(from, 1).toSpliced(to, 0, moved) : actions;
      }),
    discard: (): void => begin(stored.peek(), null),
    askRemoval: (isAsked: boolean): void => {
      isRemoving.value = isAsked;
    },
    save: async (): Promise<void> => {
      if (busy.peek() !== null) return;
      batch(() => {
        isChecked.value = true;
        problem.value = null;
        refused.value = {};
      });
      if (Object.keys(wrong.peek()).length > 0) {
        focusRequest.value += 1;
        return;
      }
      busy.value = 'save';
      try {
        await send();
      } catch (error) {
        failed(error);
      } finally {
        busy.value = null;
      }
    },
    /** Runs the stored linkage now, and shows its steps. */
    run: (): Promise<void> =>
      attempt('run', async () => {
        const run = await linkageApi.run(id);
        showRun(linkage.peek()?.name ?? '', run);
        await log.show(run);
      }),
    copy: (): Promise<void> =>
      attempt('other', async () => {
        const source = linkage.peek();
        if (source) onOpen((await copyLinkage(source)).id, false);
      }),
    remove: (): Promise<void> =>
      attempt('other', async () => {
        await linkageApi.remove(id);
        drafts.write(null);
        showToast('success', t('linkages.deleted'));
        onRemoved();
      }),
  };
});

export type Editor = InstanceType<typeof EditorModel>;
