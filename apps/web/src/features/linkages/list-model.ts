import { computed, createModel, signal } from '@preact/signals-react';
import type { Linkage, ListedLinkage } from '@farm3d/api';
import { createAttempts, createQuestion } from '../../kit/actions.ts';
import { createList, type ListModel } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { withLinkages, type Catalogue } from './catalogue.ts';
import { conflictsOf } from './conflicts.ts';
import { sentenceOf } from './sentence.ts';
import { showRun, storedLinkages } from './stored-linkages.ts';
import { t } from './zh-CN.ts';

/** The linkages of the organisation, with their switches and last runs. */
export const LinkagesModel = createModel(
  (services: Services, search: string, onCopied: (id: string) => void) => {
    const { calls, readAll, readCatalogue, copy, automations } = storedLinkages(services);
    const catalogue = loadable<Catalogue>(readCatalogue);
    const list: ListModel<ListedLinkage> = createList(services, {
      fetch: readAll,
      textsOf: ({ id, name }) => [name, sentences.value.get(id) ?? ''],
      given: search,
      beside: [catalogue, automations.state],
    });
    const { rows } = list;
    /** Chosen states of switches whose call is under way. */
    const chosen = signal<ReadonlyMap<string, boolean>>(new Map());
    /** The linkages that run now. */
    const running = signal<ReadonlySet<string>>(new Set());
    const { attempt } = createAttempts();

    /** A linkage as it will be when all calls have succeeded. */
    const presentOf = (linkage: ListedLinkage): ListedLinkage => ({
      ...linkage,
      enabled: chosen.value.get(linkage.id) ?? linkage.enabled,
    });
    const present = computed(() => (rows.value.value ?? []).map((linkage) => presentOf(linkage)));
    const sentences = computed<ReadonlyMap<string, string>>(() => {
      const known = catalogue.value.value;
      const names = known && withLinkages(known, present.value);
      return new Map(names ? present.value.map((one) => [one.id, sentenceOf(one, names)]) : []);
    });

    /** Changes a linkage in the list. */
    const patch = (id: string, part: Partial<ListedLinkage>): void =>
      rows.set((rows.value.peek() ?? []).map((one) => (one.id === id ? { ...one, ...part } : one)));

    /** Stores what is chosen, also what was chosen anew during the call; shows the stored state again when a call fails. */
    const storeChoice = async (id: string): Promise<void> => {
      try {
        let stored: boolean | undefined;
        for (let on = chosen.peek().get(id); on !== undefined && on !== stored; on = chosen.peek().get(id)) {
          await calls.batch([id], on);
          patch(id, { enabled: on });
          stored = on;
        }
      } catch (error) {
        showToast('error', problemText(error), 'linkages.switch');
        void rows.load();
      } finally {
        chosen.value = new Map([...chosen.peek()].filter(([chosenId]) => chosenId !== id));
      }
    };

    return {
      list,
      catalogue,
      sentences,
      running,
      automations,
      /** Those that the search finds. */
      shown: computed(() => list.shown.value.map((linkage) => presentOf(linkage))),
      conflicts: computed(() => conflictsOf(present.value, catalogue.value.value)),
      enabledCount: computed(() => present.value.filter(({ enabled }) => enabled).length),
      removal: createQuestion<Linkage>(({ id }) =>
        attempt(async () => {
          await calls.remove(id);
          rows.set((rows.value.peek() ?? []).filter((one) => one.id !== id));
          return t('linkages.deleted');
        }),
      ),
      /** Switches all of them off at once; each keeps its own switch. */
      turningOff: createQuestion<true>(() => automations.set(false)),
      toggle: ({ id }: Linkage, on: boolean): void => {
        const isUnderWay = chosen.peek().has(id);
        chosen.value = new Map(chosen.peek()).set(id, on);
        if (!isUnderWay) void storeChoice(id);
      },
      run: async (linkage: Linkage): Promise<void> => {
        if (running.peek().has(linkage.id)) return;
        running.value = new Set(running.peek()).add(linkage.id);
        try {
          const run = await calls.run(linkage.id);
          patch(linkage.id, { lastRun: run });
          showRun(linkage.name, run);
        } catch (error) {
          showToast('error', problemText(error));
        } finally {
          running.value = new Set([...running.peek()].filter((id) => id !== linkage.id));
        }
      },
      copy: (linkage: Linkage): Promise<boolean> =>
        attempt(async () => {
          const { id } = await copy(linkage);
          onCopied(id);
          return null;
        }),
    };
  },
);

export type Linkages = InstanceType<typeof LinkagesModel>;
