import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signal } from '@preact/signals-react';
import { ApiError, NetworkError, type Scene } from '@farm3d/api';
import { toasts } from '../../../platform/toasts.ts';
import { FakeEditor, FakeViewer, sceneOf } from '../testing/records.ts';
import { EditSession } from './edit-session.ts';
import { EditorModel, type EditorOptions } from './editor-model.ts';

type ScenesApi = EditorOptions['api']['scenes'];
const refused = (status: number) => new ApiError({ status, code: status, msg: '', call: 'PUT /scene' });

const update = vi.fn<ScenesApi['update']>();
const create = vi.fn<ScenesApi['create']>();
const remove = vi.fn<ScenesApi['remove']>();

/** A scene with one pump, loaded into a fake viewer; with an editor that is opened when editing begins. */
function setUp() {
  const viewer = new FakeViewer();
  const saved = sceneOf();
  viewer.document.load(saved.layout);
  const scene = signal<Scene | null>(saved);
  let opened: FakeEditor | undefined;
  const placed: string[] = [];
  const session = new EditSession<FakeViewer>({
    loadEditor: async () => (on) => (opened = new FakeEditor(on)),
    onPlaced: (id, by) => placed.push(`${id} by ${by}`),
    onPlacementCancelled: () => {},
  });
  const detach = session.attach(viewer);
  const reload = vi.fn<() => void>();
  const onCopied = vi.fn<(id: string) => void>();
  const onDeleted = vi.fn<() => void>();
  const modes: boolean[] = [];
  const editor = new EditorModel({
    api: { scenes: { update, create, remove } },
    sceneId: saved.id,
    scene,
    session,
    reload,
    onCopied,
    onDeleted,
    onChange: (isEditing) => modes.push(isEditing),
  });
  const engine = (): FakeEditor => {
    if (!opened) throw new Error('editing has not begun');
    return opened;
  };
  const x = () => viewer.document.get('pump-1')?.position.x;
  return { viewer, scene, session, editor, engine, x, placed, modes, detach, reload, onCopied, onDeleted };
}

/** As {@link setUp}, in edit mode. */
async function editing() {
  const parts = setUp();
  await parts.editor.begin();
  return parts;
}

beforeEach(() => {
  // Toasts close by timers, which must not outlive the test.
  vi.useFakeTimers();
  toasts.value = [];
  update
    .mockReset()
    .mockImplementation(async (_, patch) => sceneOf({ ...(patch as Partial<Scene>), version: 4 }));
  create.mockReset().mockResolvedValue(sceneOf({ id: 'copy' }));
  remove.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('edit mode', () => {
  test('begins with the saved name, an enabled editor and no unsaved changes', async () => {
    const { editor, engine, modes } = await editing();
    expect(editor.details.name.value).toBe('一号温室');
    expect([engine().enabled, editor.isEditing.value, editor.isDirty.value]).toEqual([true, true, false]);
    expect(modes).toEqual([true]);
  });

  test('does not begin when the editor code cannot be fetched, and reports it', async () => {
    const { editor, session } = setUp();
    vi.spyOn(session, 'prepare').mockRejectedValue(new NetworkError('GET /assets/editor.js'));
    await editor.begin();
    expect(editor.isEditing.value).toBe(false);
    expect(toasts.value.map(({ tone }) => tone)).toEqual(['error']);
  });

  test('outside edit mode no command changes the scene', () => {
    const { session, viewer } = setUp();
    session.remove(['pump-1']);
    session.toggle('pump-1');
    expect(viewer.document.equipment()).toHaveLength(1);
  });
});

describe('save', () => {
  test('sends trimmed fields, the layout with the current camera, and the version that was edited', async () => {
    const { editor, engine, viewer } = await editing();
    engine().move('pump-1', 2);
    editor.details.typeName('  二号温室 ');
    await editor.save();
    expect(update).toHaveBeenCalledOnce();
    const [id, patch] = update.mock.calls[0] ?? [];
    expect(id).toBe('scene-1');
    expect(patch).toMatchObject({ name: '二号温室', version: 3, layout: { camera: viewer.view } });
    expect(patch?.layout?.equipment[0]).toMatchObject({ id: 'pump-1', position: { x: 2 } });
    expect(patch).not.toHaveProperty('icon');
  });

  test('ends edit mode: no unsaved changes remain, and the camera returns to the saved view', async () => {
    const { editor, engine, viewer, scene, modes } = await editing();
    engine().move('pump-1', 2);
    await editor.save();
    expect([editor.isEditing.value, editor.isDirty.value, editor.isSaving.value]).toEqual([
      false,
      false,
      false,
    ]);
    expect(viewer.camera.home).toEqual(viewer.view);
    expect(scene.value?.version).toBe(4);
    expect(modes).toEqual([true, false]);
  });

  test('includes the transform in progress', async () => {
    const { editor, session } = await editing();
    session.setTransformMode(['pump-1'], 'translate');
    await editor.save();
    expect(update.mock.calls[0]?.[1]?.layout?.equipment[0]?.position.x).toBe(1);
  });

  test('keeps records that could not be placed', async () => {
    const { editor, viewer } = setUp();
    const skippedRecord = { id: 'pump-2', position: { x: null } };
    viewer.document.load({ ...sceneOf().layout, skipped: { equipment: [skippedRecord], childScenes: [] } });
    await editor.begin();
    await editor.save();
    expect(update.mock.calls[0]?.[1]?.layout?.equipment).toContainEqual(skippedRecord);
  });

  test('until the response arrives nothing can be changed and no second save starts', async () => {
    const { editor, engine, session, viewer } = await editing();
    engine().move('pump-1', 2);
    const response = Promise.withResolvers<Scene>();
    update.mockReturnValueOnce(response.promise);
    const first = editor.save();
    session.undo();
    expect(viewer.document.get('pump-1')?.position.x).toBe(2);
    session.remove(['pump-1']);
    expect(viewer.document.equipment()).toHaveLength(1);
    await editor.save();
    expect([editor.isSaving.value, update.mock.calls.length]).toEqual([true, 1]);
    response.resolve(sceneOf({ version: 4 }));
    await first;
    expect(editor.isSaving.value).toBe(false);
  });

  test('an invalid name is not sent; its error disappears as soon as it is corrected', async () => {
    const { editor } = await editing();
    editor.details.typeName('');
    expect(editor.details.nameFault.value).toBeNull();
    await editor.save();
    expect(update).not.toHaveBeenCalled();
    expect(editor.details.nameFault.value).not.toBeNull();
    editor.details.typeName('三号温室');
    expect(editor.details.nameFault.value).toBeNull();
  });

  test('a new cover is sent, and a removed one as null', async () => {
    const { editor } = await editing();
    editor.details.cover.value = { path: 'covers/a.png', url: '/files/covers/a.png?sig=1' };
    expect(editor.isDirty.value).toBe(true);
    await editor.save();
    await editor.begin();
    editor.details.cover.value = null;
    await editor.save();
    expect(update.mock.calls.map(([, patch]) => patch.icon)).toEqual(['covers/a.png', null]);
  });
});

describe('a save that fails', () => {
  test.each([
    ['no network', new NetworkError('PUT /scene'), 'failed'],
    ['an error of the server', refused(500), 'failed'],
    ['a newer version', refused(409), 'conflict'],
    ['a deleted scene', refused(404), 'gone'],
  ])('by %s keeps the changes and opens its dialog', async (_, error, dialog) => {
    const { editor, engine, x, scene } = await editing();
    engine().move('pump-1', 2);
    editor.details.typeName('二号温室');
    update.mockRejectedValueOnce(error);
    await editor.save();
    expect(editor.dialog.value).toBe(dialog);
    expect(editor.saveError.value).toBe(error);
    expect([x(), editor.details.name.value]).toEqual([2, '二号温室']);
    expect([editor.isEditing.value, editor.isDirty.value, engine().enabled]).toEqual([true, true, true]);
    expect(scene.value?.version).toBe(3);
    expect(editor.blocksUnload.value).toBe(true);
  });

  test('is repeated by a retry, with all changes made in the meantime', async () => {
    const { editor, engine } = await editing();
    engine().move('pump-1', 2);
    update.mockRejectedValueOnce(new NetworkError('PUT /scene'));
    await editor.save();
    engine().move('pump-1', 3);
    await editor.save();
    expect(update.mock.calls[1]?.[1]?.layout?.equipment[0]?.position.x).toBe(5);
    expect([editor.dialog.value, editor.isDirty.value]).toEqual([null, false]);
  });

  test('because of a conflict overwrites only on request: without the version', async () => {
    const { editor } = await editing();
    update.mockRejectedValueOnce(refused(409));
    await editor.save();
    expect(update.mock.calls[0]?.[1]).toMatchObject({ version: 3 });
    await editor.save(true);
    expect(update.mock.calls[1]?.[1]).not.toHaveProperty('version');
    expect([editor.dialog.value, editor.isEditing.value]).toEqual([null, false]);
  });

  test('because the scene was deleted is saved as a new scene, and the page can be left', async () => {
    const { editor, engine, onCopied } = await editing();
    engine().move('pump-1', 2);
    update.mockRejectedValueOnce(refused(404));
    await editor.save();
    await editor.saveAsNew();
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      type: 'greenhouse',
      name: '一号温室',
      layout: { equipment: [{ id: 'pump-1', position: { x: 2 } }] },
    });
    expect(onCopied).toHaveBeenCalledWith('copy');
    expect([editor.isDirty.value, editor.blocksUnload.value]).toEqual([true, false]);
  });
});

describe('undo and redo', () => {
  test('undo and redo move by one step; back at the saved layout there are no unsaved changes', async () => {
    const { editor, engine, session, x } = await editing();
    engine().move('pump-1', 2);
    expect([session.canUndo.value, session.canRedo.value, editor.isDirty.value]).toEqual([true, false, true]);
    session.undo();
    expect([x(), session.canUndo.value, session.canRedo.value, editor.isDirty.value]).toEqual([
      0,
      false,
      true,
      false,
    ]);
    session.redo();
    expect([x(), editor.isDirty.value]).toEqual([2, true]);
  });

  test('undo past a save makes the scene unsaved again', async () => {
    const { editor, engine, session } = await editing();
    engine().move('pump-1', 2);
    await editor.save();
    await editor.begin();
    expect(editor.isDirty.value).toBe(false);
    session.undo();
    expect(editor.isDirty.value).toBe(true);
  });
});

describe('leaving', () => {
  test('the browser confirms leaving while a field or the layout is unsaved, and not outside edit mode', async () => {
    const { editor, engine, session } = await editing();
    expect(editor.blocksUnload.value).toBe(false);
    editor.details.typeDescription('番茄');
    expect(editor.blocksUnload.value).toBe(true);
    editor.details.typeDescription('');
    expect(editor.blocksUnload.value).toBe(false);
    engine().move('pump-1', 2);
    expect(editor.blocksUnload.value).toBe(true);
    session.undo();
    expect(editor.blocksUnload.value).toBe(false);
  });

  test('cancel reloads the page without a confirmation of the browser', async () => {
    const { editor, engine, reload } = await editing();
    engine().move('pump-1', 2);
    reload.mockImplementation(() => expect(editor.blocksUnload.value).toBe(false));
    editor.cancel();
    expect(reload).toHaveBeenCalledOnce();
    expect(update).not.toHaveBeenCalled();
  });

  test('a scene that cannot be deleted stays open', async () => {
    const { editor, onDeleted } = await editing();
    editor.openDialog('delete');
    remove.mockRejectedValueOnce(new NetworkError('DELETE /scene'));
    await editor.remove();
    expect(onDeleted).not.toHaveBeenCalled();
    expect([editor.dialog.value, editor.isEditing.value]).toEqual([null, true]);
    remove.mockResolvedValueOnce(undefined);
    await editor.remove();
    expect(onDeleted).toHaveBeenCalledOnce();
  });
});

describe('placement and transform', () => {
  test('a placed device is reported with the input that placed it', async () => {
    const { session, placed, editor } = await editing();
    session.placeByKeyboard({ id: 'pump-2', name: '水泵', modelPath: null });
    expect(placed).toEqual(['pump-2 by keyboard']);
    expect([session.placement.value, editor.isDirty.value]).toEqual([null, true]);
  });

  test('handles are shown until the transform is committed or cancelled', async () => {
    const { session, x } = await editing();
    session.setTransformMode(['pump-1'], 'rotate');
    expect(session.transform.value).toEqual({ ids: ['pump-1'], mode: 'rotate' });
    session.cancelTransform();
    expect([session.transform.value, session.transformValues.value, x()]).toEqual([null, null, 0]);
  });

  test('no command throws after the viewer is disposed', async () => {
    const { session, detach } = await editing();
    detach();
    session.undo();
    session.setTransformMode(['pump-1'], 'scale');
    expect(session.layout()).toBeNull();
  });
});
