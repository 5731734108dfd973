import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { Linkage, ListedLinkage } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { withLinkages, type Catalogue } from './catalogue.ts';
import { conflictsOf } from './conflicts.ts';
import { createAutomationSwitch } from './automation-switch.ts';
import { linkageApi, readCatalogue, readLinkages } from './linkage-api.ts';
import { copyLinkage, showRun } from './linkage-actions.ts';
import { sentenceOf } from './sentence.ts';
import { t } from './zh-CN.ts';

/** A linkage as it is shown. */
interface LinkageRow {
  readonly linkage: ListedLinkage;
  readonly sentence: string;
}

/** The linkages of the organisation, with their switches and last runs. */
export const LinkagesModel = createModel((onCopied: (id: string) => void) => {
  const search = signal('');
  const catalogue = loadable<Catalogue>(readCatalogue);
  const linkages = loadable<readonly ListedLinkage[]>(readLinkages);
  const automations = createAutomationSwitch();
  /** Chosen states of switches whose call is under way. */
  const chosen = signal<ReadonlyMap<string, boolean>>(new Map());
  /** The linkages that run now. */
  const running = signal<ReadonlySet<string>>(new Set());
  const removing = signal<Linkage | null>(null);
  const isTurningOff = signal(false);
  const busy = signal(false);

  const refresh = async (): Promise<void> => {
    void catalogue.load();
    void automations.load();
    await linkages.load();
  };
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) void refresh();
    }),
  );
  /** Linkages as they will be when all calls have succeeded. */
  const present = computed<readonly ListedLinkage[]>(() =>
    (linkages.value.value ?? []).map((linkage) => ({
      ...linkage,
      enabled: chosen.value.get(linkage.id) ?? linkage.enabled,
    })),
  );
  const rows = computed<readonly LinkageRow[]>(() => {
    const known = catalogue.value.value;
    const names = known && withLinkages(known, present.value);
    return present.value.map((linkage) => ({ linkage, sentence: names ? sentenceOf(linkage, names) : '' }));
  });

  /** Changes a linkage in the list. */
  const patch = (id: string, part: Partial<ListedLinkage>): void =>
    linkages.set((linkages.value.peek() ?? []).map((one) => (one.id === id ? { ...one, ...part } : one)));

  /** Stores what is chosen, also what was chosen anew during the call; shows the stored state again when a call fails. */
  const storeChoice = async (id: string): Promise<void> => {
    try {
      let stored: boolean | undefined;
      for (let on = chosen.peek().get(id); on !== undefined && on !== stored; on = chosen.peek().get(id)) {
        await linkageApi.batch([id], on);
        patch(id, { enabled: on });
        stored = on;
      }
    } catch (error) {
      showToast('error', problemText(error), 'linkages.switch');
      void linkages.load();
    } finally {
      chosen.value = new Map([...chosen.peek()].filter(([chosenId]) => chosenId !== id));
    }
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    busy.value = true;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
    }
  };
  void refresh();

  return {
    search,
    linkages,
    catalogue,
    rows,
    running,
    removing,
    isTurningOff,
    busy,
    automations,
    refresh,
    shown: computed(() => {
      const text = search.value.trim().toLocaleLowerCase();
      return rows.value.filter(({ linkage, sentence }) =>
        `${linkage.name}\n${sentence}`.toLocaleLowerCase().includes(text),
      );
    }),
    conflicts: computed(() => conflictsOf(present.value, catalogue.value.value)),
    enabledCount: computed(() => present.value.filter(({ enabled }) => enabled).length),
    type: (text: string): void => {
      search.value = text;
    },
    askRemoval: (linkage: Linkage | null): void => {
      removing.value = linkage;
    },
    askTurnOff: (isAsked: boolean): void => {
      isTurningOff.value = isAsked;
    },
    toggle: ({ id }: Linkage, on: boolean): void => {
      const isUnderWay = chosen.peek().has(id);
      chosen.value = new Map(chosen.peek()).set(id, on);
      if (!isUnderWay) void storeChoice(id);
    },
    /** Switches all of them off at once; each keeps its own switch. */
    turnAllOff: async (): Promise<void> => {
      await automations.set(false);
      isTurningOff.value = false;
    },
    run: async (linkage: Linkage): Promise<void> => {
      if (running.peek().has(linkage.id)) return;
      running.value = new Set(running.peek()).add(linkage.id);
      try {
        const run = await linkageApi.run(linkage.id);
        patch(linkage.id, { lastRun: run });
        showRun(linkage.name, run);
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        running.value = new Set([...running.peek()].filter((id) => id !== linkage.id));
      }
    },
    copy: (linkage: Linkage): Promise<void> =>
      attempt(async () => {
        const { id } = await copyLinkage(linkage);
        onCopied(id);
      }),
    remove: async (): Promise<void> => {
      const linkage = removing.peek();
      if (!linkage) return;
      await attempt(async () => {
        await linkageApi.remove(linkage.id);
        linkages.set((linkages.value.peek() ?? []).filter(({ id }) => id !== linkage.id));
        showToast('success', t('linkages.deleted'));
      });
      removing.value = null;
    },
  };
});

export type Linkages = InstanceType<typeof LinkagesModel>;
