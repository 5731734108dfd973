import { batch, effect, untracked } from '@preact/signals-react';
import type { FarmViewer } from 'farm3d-engine';
import { showToast } from '../../platform/toasts.ts';
import type { Cards } from './cards/cards-model.ts';
import type { Panel } from './panel/panel-model.ts';
import type { EditSession, Placement } from './editor/edit-session.ts';
import type { EditorModel } from './editor/editor-model.ts';
import type { SceneRecords } from './loading/scene-records.ts';
import type { ObjectListState, SceneObjects } from './objects/scene-objects.ts';
import { t } from './texts/zh-CN.ts';

/** The part of the FarmViewer that the actions use: clicks on objects. */
export interface ClickViewer {
  readonly on: FarmViewer['on'];
}

export interface ObjectActionsOptions {
  readonly records: Pick<SceneRecords, 'deviceById'>;
  readonly objects: SceneObjects;
  readonly session: EditSession<FarmViewer>;
  readonly editor: Pick<EditorModel, 'isEditing' | 'isSaving'>;
  readonly cards: Cards;
  readonly panel: Panel;
  readonly list: Pick<ObjectListState, 'closeSheet'>;
  readonly flyTo: (id: string) => Promise<void>;
  readonly isNarrow: () => boolean;
}

/** Actions on objects by click, by key and from the object list: select, open the card, fly to, remove. */
export class ObjectActions {
  readonly #options: ObjectActionsOptions;

  constructor(options: ObjectActionsOptions) {
    this.#options = options;
    const { objects, cards, editor } = options;
    effect(() => {
      const ids = objects.equipmentIds.value;
      untracked(() => cards.keepOnly(ids));
    });
    // A card is about one object: with none or several selected, only pinned cards stay.
    effect(() => {
      if (objects.selection.value.length !== 1 && editor.isEditing.value) {
        untracked(() => cards.closeUnpinned());
      }
    });
  }

  readonly attach = (viewer: ClickViewer): (() => void) => {
    const stops = [
      viewer.on('object-click', ({ id, isAdditive }) => this.#objectClicked(id, isAdditive)),
      viewer.on('child-scene-click', ({ isAdditive }) => this.#childSceneClicked(isAdditive)),
      viewer.on('background-click', ({ isAdditive }) => this.#backgroundClicked(isAdditive)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Selects a device and opens its card. */
  readonly open = (id: string): void => {
    const { objects, session, cards, panel } = this.#options;
    const transform = session.transform.peek();
    if (transform && transform.ids.join() !== id) session.commitTransform();
    batch(() => {
      objects.select(id);
      cards.open(id);
      panel.follow(id);
    });
  };

  /** Opens a device's card and flies to it; nothing may lie over it. */
  readonly flyTo = (id: string): void => {
    const { list, panel, flyTo, isNarrow } = this.#options;
    this.open(id);
    list.closeSheet();
    if (isNarrow()) panel.close();
    void flyTo(id);
  };

  /** Selects a child scene and flies to it. */
  readonly openChildScene = (id: string): void => {
    const { list, objects, session, flyTo } = this.#options;
    session.commitTransform();
    list.closeSheet();
    objects.select(id);
    void flyTo(id);
  };

  /** Removes objects from the scene. */
  readonly remove = (ids: readonly string[]): void => {
    const { editor, objects, records, session } = this.#options;
    const [id] = ids;
    if (id === undefined || editor.isSaving.peek()) return;
    const name =
      records.deviceById.peek().get(id)?.name ??
      objects.childScenes.peek().find((child) => child.id === id)?.name ??
      id;
    session.remove(ids);
    showToast(
      'info',
      ids.length === 1 ? t('card.removed', { name }) : t('select.removed', { n: ids.length }),
    );
  };

  /** A device or child scene was placed. */
  placed(id: string, by: Placement['by']): void {
    const { records, cards } = this.#options;
    if (!records.deviceById.peek().has(id)) return;
    this.open(id);
    // Its position in the carousel has changed: the keyboard focus goes to the card.
    if (by === 'keyboard') cards.focus(id);
  }

  #objectClicked(id: string, isAdditive: boolean): void {
    // The editor changes the selection; a card is about one object.
    if (this.#isSelecting(isAdditive)) return;
    this.open(id);
  }

  #childSceneClicked(isAdditive: boolean): void {
    const { session, cards } = this.#options;
    if (isAdditive || session.transform.peek()) return;
    cards.closeUnpinned();
  }

  #backgroundClicked(isAdditive: boolean): void {
    const { session, objects, cards } = this.#options;
    if (isAdditive || this.#isSelecting(isAdditive)) return;
    // While handles are shown, a click beside them is most likely a missed handle.
    if (session.transform.peek()) return;
    batch(() => {
      objects.select(null);
      cards.closeUnpinned();
    });
  }

  /** Whether a click changes the editor's selection. */
  #isSelecting(isAdditive: boolean): boolean {
    const { editor, session } = this.#options;
    return editor.isEditing.peek() && (isAdditive || session.tools.isAreaSelect.peek());
  }
}
