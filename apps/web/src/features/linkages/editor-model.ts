import { computed, createModel, signal } from '@preact/signals-react';
import type { Linkage, LinkageRun } from '@farm3d/api';
import { createAttempts, createQuestion } from '../../kit/actions.ts';
import { createEditor } from '../../kit/editor-model.ts';
import { createPages } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { withLinkages, type Catalogue } from './catalogue.ts';
import { checkForm, fieldOf } from './check-form.ts';
import { EMPTY_GROUP } from './condition-form.ts';
import { conflictsOf } from './conflicts.ts';
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
import { sentenceOf } from './sentence.ts';
import { startForm } from './start-form.ts';
import { showRun, storedLinkages, type LinkageCalls } from './stored-linkages.ts';
import { t } from './zh-CN.ts';

/** A new linkage begins with one comparison and one command. */
const NEW_LINKAGE: LinkageForm = {
  ...EMPTY_LINKAGE,
  condition: { kind: 'groups', match: 'all', groups: [EMPTY_GROUP] },
  actions: [emptyAction('command')],
};

const PAGE_RUNS = 20;

/** The runs of a linkage, the newest first. Created inside a model. */
function createRunLog(calls: LinkageCalls, id: string) {
  /** The run whose steps are shown; null: none. */
  const opened = signal<string | null>(null);
  const runs = createPages<LinkageRun>(PAGE_RUNS, (page, abort) => calls.runs(id, page, { signal: abort }));
  return {
    opened,
    ...runs,
    runs: computed(() => runs.value.value?.items ?? []),
    /** Shows the steps of a run, or no longer. */
    toggle: (runId: string): void => {
      opened.value = opened.peek() === runId ? null : runId;
    },
    /** Shows a new run with its steps. */
    show: async (run: LinkageRun): Promise<void> => {
      opened.value = run.id;
      await runs.load();
    },
  };
}

interface EditorOptions {
  /** 'new' creates one. */
  readonly id: string;
  /** What a new one begins with, as in the address; empty: nothing. */
  readonly start: URLSearchParams;
  /** Opens another linkage: a created one, or a copy. */
  readonly onOpen: (id: string, replace: boolean) => void;
  readonly onRemoved: () => void;
}

/** One linkage in the editor. */
export const EditorModel = createModel(
  (services: Services, { id, start, onOpen, onRemoved }: EditorOptions) => {
    const isNew = id === 'new';
    const { calls, readAll, readCatalogue, copy, automations } = storedLinkages(services);
    const known = signal<Catalogue | null>(null);
    const log = createRunLog(calls, id);
    const running = createAttempts();
    const changing = createAttempts();
    const isOtherwiseBusy = (): boolean => running.busy.peek() || changing.busy.peek();

    const others = loadable<readonly Linkage[]>(readAll);
    const rest = computed(() => (others.value.value ?? []).filter((other) => other.id !== id));
    const catalogue = computed(() => known.value && withLinkages(known.value, rest.value));
    const draftWith = (form: LinkageForm, names: Catalogue | null) => names && draftOf(form, names);

    const editor = createEditor<LinkageForm, Linkage, ReturnType<typeof draftOf>>(services, {
      id,
      empty: NEW_LINKAGE,
      begun: () => {
        const names = known.peek();
        return names && startForm(start, names);
      },
      // Drafts under 'linkage.' are of an older form, with one trigger. What was begun from elsewhere does not replace a
      // draft that was begun here.
      draftName: (of) => `linkage2.${of}${of === 'new' ? String(start) : ''}`,
      read: async (abort, found) => {
        const [linkage, names] = await Promise.all([
          isNew ? null : calls.get(id, { signal: abort }),
          readCatalogue(abort),
        ]);
        known.value = names;
        if (!linkage) return NEW_LINKAGE;
        found(linkage);
        return formOf(linkage);
      },
      wrongIn: (form) => (catalogue.value ? checkForm(form, catalogue.value) : {}),
      fieldOf,
      // A stored parameter that its service does not declare has no field.
      isShownAt: (path) => !path.includes('.params.'),
      isBlocked: isOtherwiseBusy,
      bodyOf: (form) => draftWith(form, catalogue.peek()),
      create: (body) => calls.create(body),
      update: (body) => calls.update(id, body),
      savedText: () => t(isNew ? 'linkages.created' : 'linkages.saved'),
      onCreated: (made) => onOpen(made, true),
    });
    const { record, form, change } = editor;
    const isBusy = (): boolean => editor.busy.peek() || isOtherwiseBusy();
    const changeActions = (edit: (actions: readonly ActionForm[]) => readonly ActionForm[]): void =>
      change({ actions: edit(form.peek().actions) });
    const draft = computed(() => draftWith(form.value, catalogue.value));

    void others.load();
    void automations.state.load();
    if (!isNew) void log.load();
    return {
      ...editor,
      catalogue,
      log,
      automations,
      running: running.busy,
      /** What can be tried on the past: an incomplete action does not matter. */
      tried: computed(() =>
        Object.keys(editor.wrong.value).some((path) => /^(?:triggers|condition|once)/.test(path))
          ? null
          : draft.value,
      ),
      /** The linkage of the form as a sentence. */
      sentence: computed(() =>
        catalogue.value && draft.value ? sentenceOf(draft.value, catalogue.value) : '',
      ),
      /** Other linkages with which the form is in conflict. */
      conflicts: computed(
        () =>
          (draft.value && conflictsOf([...rest.value, { ...draft.value, id }], catalogue.value).get(id)) ??
          [],
      ),
      addTrigger: (): void =>
        change({ triggers: [...form.peek().triggers, { ...EMPTY_TRIGGER, type: 'cron' }] }),
      changeTrigger: (at: number, part: Partial<TriggerForm>): void =>
        change({
          triggers: form
            .peek()
            .triggers.map((trigger, of) => (of === at ? { ...trigger, ...part } : trigger)),
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
      /** Runs the stored linkage now, and shows its steps. */
      run: async (): Promise<void> => {
        if (isBusy()) return;
        await running.attempt(async () => {
          const run = await calls.run(id);
          showRun(record.peek()?.name ?? '', run);
          await log.show(run);
          return null;
        });
      },
      copy: async (): Promise<void> => {
        const source = record.peek();
        if (!source || isBusy()) return;
        await changing.attempt(async () => {
          onOpen((await copy(source)).id, false);
          return null;
        });
      },
      removal: createQuestion<Linkage>(async () => {
        if (isBusy()) return;
        const isRemoved = await changing.attempt(async () => {
          await calls.remove(id);
          editor.forget();
          return t('linkages.deleted');
        });
        if (isRemoved) onRemoved();
      }),
    };
  },
);

export type Editor = InstanceType<typeof EditorModel>;
