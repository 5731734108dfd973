import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import { deviceGroups, groups as groupCalls, type DeviceGroup, type ProductModel } from '@farm3d/api';
import { createOpening, createQuestion } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { rowsOf, withinOf } from './grouping.ts';
import { t } from './zh-CN.ts';

/** Groups of other users appear after this time at the latest, milliseconds: the stream has no events of them. */
const REFRESH_MS = 30_000;
/** Toasts of this page replace each other. */
export const TOPIC = 'groups';

/** Calls of groups and of what is in them. */
export const groupCallsOf = ({ clientOf }: Pick<Services, 'clientOf'>) =>
  clientOf({ deviceGroups, groups: groupCalls });

/** Runs one change at a time; when it fails, the reason is shown. @param onEnd called after each, also after a failed one */
export function createTurns(onEnd: () => void) {
  const busy = signal(false);
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    try {
      await work();
      return true;
    } catch (error) {
      showToast('error', problemText(error), TOPIC);
      return false;
    } finally {
      busy.value = false;
      onEnd();
    }
  };
  return {
    busy,
    run,
    /** The button of a message that takes a change back. */
    undo: (work: () => Promise<void>) => ({ label: t('groups.undo'), run: () => void run(work) }),
  };
}

/** The opened form: an existing group, or a new one inside `parentId`. */
export interface EditedGroup {
  /** Null: a new group. */
  readonly group: DeviceGroup | null;
  /** Null: at the top. */
  readonly parentId: string | null;
}

/**
 * The tree of device groups, and what is done with the groups themselves.
 * @param choose shows a group, or the tree alone
 */
export const GroupsModel = createModel((services: Services, choose: (id: string | null) => void) => {
  const { api, live } = services;
  const calls = groupCallsOf(services).groups;
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await calls.list({}, { signal: abort })).items,
  );
  /** How many devices others share with the user. */
  const received = loadable<number>(async (abort) => (await api.devices.received({ signal: abort })).total);
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  /** Ids of groups whose inside is not shown. */
  const closed = signal<ReadonlySet<string>>(new Set());
  /** Id of the group that is being moved; null: none. */
  const moving = signal<string | null>(null);
  /** Whether it is dragged: then nothing has to be explained. */
  const isDragged = signal(false);
  const editing = createOpening<EditedGroup>();
  const all = computed(() => groups.value.value ?? []);
  const moved = computed(() => all.value.find(({ id }) => id === moving.value) ?? null);
  /** Where the moved group cannot go: into itself, and into what is inside it. */
  const within = computed(() => (moved.value === null ? null : withinOf(all.value, moved.value.id)));

  const refresh = (): void => {
    void groups.load();
    void received.load();
  };
  const reload = (): void => {
    refresh();
    void products.load();
  };
  effect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  });
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && (event.resumed || groups.error.peek() !== null)) reload();
    }),
  );
  reload();

  const open = (id: string): void => {
    if (!closed.peek().has(id)) return;
    const next = new Set(closed.peek());
    next.delete(id);
    closed.value = next;
  };
  const { run, undo } = createTurns(refresh);
  const accepts = (parentId: string | null): boolean => {
    const group = moved.value;
    if (group === null || group.parentId === parentId) return false;
    return parentId === null || within.value?.has(parentId) === false;
  };
  const setParent = async (group: DeviceGroup, parentId: string | null): Promise<void> => {
    await calls.update(group.id, { parentId });
    if (parentId !== null) open(parentId);
  };

  return {
    groups,
    received,
    products,
    all,
    closed,
    moving,
    moved,
    isDragged,
    editing,
    removing: createQuestion<DeviceGroup>(async (group) => {
      const isRemoved = await run(async () => {
        await calls.remove([group.id]);
        showToast('success', t('groups.removed', { name: group.name }), TOPIC);
      });
      if (isRemoved) choose(group.parentId);
    }),
    refresh,
    reload,
    rows: computed(() => rowsOf(all.value, closed.value)),
    toggleClosed: (id: string): void => {
      if (closed.peek().has(id)) open(id);
      else closed.value = new Set([...closed.peek(), id]);
    },
    /** Shows a group as it was saved. */
    saved: (group: DeviceGroup): void => {
      editing.close();
      if (group.parentId !== null) open(group.parentId);
      groups.set([...all.peek().filter(({ id }) => id !== group.id), group]);
      refresh();
      showToast('success', t('groups.saved'), TOPIC);
      choose(group.id);
    },
    startMove: (id: string, byDragging = false): void =>
      batch(() => {
        moving.value = id;
        isDragged.value = byDragging;
      }),
    cancelMove: (): void => {
      moving.value = null;
    },
    /** Whether the moved group can go there; null: to the top. */
    accepts,
    /** Moves the group into another one; the move can be reverted. @returns whether it was moved */
    drop: async (parentId: string | null): Promise<boolean> => {
      const group = moved.peek();
      if (group === null || !accepts(parentId)) return false;
      moving.value = null;
      return run(async () => {
        await setParent(group, parentId);
        showToast(
          'success',
          t('groups.moved', { name: group.name }),
          TOPIC,
          undo(() => setParent(group, group.parentId)),
        );
      });
    },
  };
});

export type Groups = InstanceType<typeof GroupsModel>;
