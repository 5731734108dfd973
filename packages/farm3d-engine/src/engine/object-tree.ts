import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Locale, Messages } from '../core/messages.ts';
import type { LabelState } from '../labels/label-content.ts';

/** An object or a group of objects in the tree. */
export interface TreeEntry {
  readonly id: string;
  /** 1: top level; 2: inside the group before it. */
  readonly level: 1 | 2;
  readonly isGroup: boolean;
}

/** The source of the tree's entries and the receiver of its events. */
export interface ObjectTreeSource {
  /** All entries in order. Called after {@link ObjectTree.changed}, when the tree is updated. */
  readonly entries: () => readonly TreeEntry[];
  readonly name: (id: string) => string;
  readonly state: (id: string) => LabelState;
  readonly value: (id: string) => string | undefined;
  readonly locale: () => Locale;
  /** Replace the tree's own words. */
  readonly messages: Messages;
  /** The focused entry, or null. */
  readonly focused: (id: string | null) => void;
  readonly activated: (id: string, isAdditive: boolean) => void;
  /** Escape: the focus returns to the canvas. */
  readonly left: () => void;
}

const WORDS: Record<Locale, Record<LabelState | 'tree' | 'empty', string>> = {
  'zh-CN': {
    tree: '场景中的物体',
    empty: '场景中没有物体',
    online: '在线',
    offline: '离线',
    alarm: '报警',
    unknown: '状态未知',
  },
  en: {
    tree: 'Objects in the scene',
    empty: 'No objects in the scene',
    online: 'online',
    offline: 'offline',
    alarm: 'alarm',
    unknown: 'state unknown',
  },
};

/** Number of entries with an element, around the active one: ten thousand elements would slow the page. */
const WINDOW = 50;

let trees = 0;

/**
 * The objects of the scene for screen readers and the keyboard: a visually hidden tree beside the canvas, one Tab stop.
 * Arrows, Home, End and first letters move in it, Enter selects (with Shift it toggles), Space selects too and folds a
 * group, Escape leaves. The focused object is marked as if it were under the pointer.
 */
export class ObjectTree implements IDisposable {
  readonly element = document.createElement('div');
  readonly #source: ObjectTreeSource;
  readonly #disposer = new Disposer();
  readonly #prefix = `farm3d-tree-${++trees}`;
  readonly #items: HTMLElement[] = [];
  readonly #collapsed = new Set<string>();
  #entries: readonly TreeEntry[] = [];
  #isStale = true;
  #isScheduled = false;
  #active = 0;
  #first = 0;

  constructor(container: HTMLElement, source: ObjectTreeSource) {
    this.#source = source;
    const { element } = this;
    element.setAttribute('role', 'tree');
    element.tabIndex = 0;
    Object.assign(element.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    });
    this.#disposer.listen(element, 'keydown', (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (this.#press(event.key, event.shiftKey)) event.preventDefault();
    });
    this.#disposer.listen(element, 'focus', () => {
      this.#update();
      source.focused(this.#idAt(this.#active));
    });
    this.#disposer.listen(element, 'blur', () => source.focused(null));
    // Screen readers click elements.
    this.#disposer.listen(element, 'click', (event: Event) => {
      const index = this.#items.indexOf(
        (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')!,
      );
      if (index >= 0) this.#activate(this.#first + index);
    });
    container.append(element);
    this.#disposer.add(() => element.remove());
    this.changed();
  }

  /** Objects, names, states or the language changed: the tree is updated before the next frame. */
  changed(isStructure = true): void {
    this.#isStale ||= isStructure;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (!this.#disposer.isDisposed) this.#update();
    });
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #idAt(index: number): string | null {
    const entry = this.#entries[index];
    return entry && !entry.isGroup ? entry.id : null;
  }

  #press(key: string, isShift: boolean): boolean {
    const { length } = this.#entries;
    if (key === 'Escape') this.#source.left();
    else if (length === 0) return false;
    else if (key === 'ArrowDown') this.#go(this.#active + 1);
    else if (key === 'ArrowUp') this.#go(this.#active - 1);
    else if (key === 'Home') this.#go(0);
    else if (key === 'End') this.#go(length - 1);
    else if (key === 'PageDown') this.#go(this.#active + 10);
    else if (key === 'PageUp') this.#go(this.#active - 10);
    else if (key === 'ArrowRight') this.#open();
    else if (key === 'ArrowLeft') this.#close();
    else if (key === 'Enter') this.#source.activated(this.#entries[this.#active]!.id, isShift);
    else if (key === ' ') this.#activate(this.#active, isShift);
    else if (key.length === 1) this.#find(key);
    else return false;
    return true;
  }

  #go(index: number): void {
    const next = Math.max(0, Math.min(this.#entries.length - 1, index));
    if (next === this.#active) return;
    this.#active = next;
    this.#update();
    this.#source.focused(this.#idAt(next));
  }

  #activate(index: number, isAdditive = false): void {
    const entry = this.#entries[index];
    if (!entry) return;
    this.#go(index);
    if (entry.isGroup) this.#toggle(entry.id);
    else this.#source.activated(entry.id, isAdditive);
  }

  #open(): void {
    const entry = this.#entries[this.#active]!;
    if (!entry.isGroup) return;
    if (this.#collapsed.has(entry.id)) this.#toggle(entry.id);
    else this.#go(this.#active + 1);
  }

  #close(): void {
    const entry = this.#entries[this.#active]!;
    if (entry.isGroup && !this.#collapsed.has(entry.id)) {
      this.#toggle(entry.id);
      return;
    }
    if (entry.level === 1) return;
    let group = this.#active;
    while (group > 0 && !this.#entries[group]!.isGroup) group--;
    this.#go(group);
  }

  #toggle(id: string): void {
    if (!this.#collapsed.delete(id)) this.#collapsed.add(id);
    this.#isStale = true;
    this.#update();
  }

  /** The next entry that begins with this letter. */
  #find(letter: string): void {
    const count = this.#entries.length;
    const initial = letter.toLocaleLowerCase();
    for (let step = 1; step <= count; step++) {
      const index = (this.#active + step) % count;
      const name = this.#source.name(this.#entries[index]!.id);
      if (!name.toLocaleLowerCase().startsWith(initial)) continue;
      this.#go(index);
      return;
    }
  }

  /** Rewrites the elements around the active entry. */
  #update(): void {
    const { element } = this;
    const words = { ...WORDS[this.#source.locale()], ...this.#source.messages };
    if (this.#isStale) {
      const activeId = this.#entries[this.#active]?.id;
      this.#entries = this.#unfolded();
      const again = this.#entries.findIndex(({ id }) => id === activeId);
      this.#active = again >= 0 ? again : Math.max(0, Math.min(this.#active, this.#entries.length - 1));
      this.#isStale = false;
    }
    const { length } = this.#entries;
    element.ariaLabel = length === 0 ? words.empty : words.tree;
    this.#first = Math.max(0, Math.min(this.#active - WINDOW / 2, length - WINDOW));
    const count = Math.min(WINDOW, length);
    while (this.#items.length > count) this.#items.pop()!.remove();
    while (this.#items.length < count) this.#items.push(this.#makeItem());
    for (const [i, item] of this.#items.entries()) this.#write(item, this.#first + i, words);
    if (length > 0)
      element.setAttribute('aria-activedescendant', `${this.#prefix}-${this.#active - this.#first}`);
    else element.removeAttribute('aria-activedescendant');
  }

  #unfolded(): TreeEntry[] {
    let isFolded = false;
    return this.#source.entries().filter(({ id, level, isGroup }) => {
      if (level === 2) return !isFolded;
      isFolded = isGroup && this.#collapsed.has(id);
      return true;
    });
  }

  #makeItem(): HTMLElement {
    const item = document.createElement('div');
    item.setAttribute('role', 'treeitem');
    item.id = `${this.#prefix}-${this.#items.length}`;
    this.element.append(item);
    return item;
  }

  #write(item: HTMLElement, index: number, words: (typeof WORDS)[Locale]): void {
    const { id, level, isGroup } = this.#entries[index]!;
    const { name, state, value, locale } = this.#source;
    const parts = isGroup ? [name(id)] : [name(id), words[state(id)], value(id)];
    const text = parts
      .filter((part) => part !== undefined && part !== '')
      .join(locale() === 'en' ? ', ' : '，');
    if (item.textContent !== text) item.textContent = text;
    setAttribute(item, 'aria-level', String(level));
    setAttribute(item, 'aria-setsize', String(this.#entries.length));
    setAttribute(item, 'aria-posinset', String(index + 1));
    setAttribute(item, 'aria-selected', String(index === this.#active));
    if (isGroup) setAttribute(item, 'aria-expanded', String(!this.#collapsed.has(id)));
    else item.removeAttribute('aria-expanded');
    if (item.dataset['id'] !== id) item.dataset['id'] = id;
  }
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
