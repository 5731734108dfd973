import type { SceneDocument } from '../document/scene-document.ts';

/** The ids without duplicates and without equipment whose child scene is among them: it moves with that scene. */
export function topmost(document: SceneDocument, ids: readonly string[]): readonly string[] {
  const all = new Set(ids);
  return [...all].filter((id) => {
    const parentId = document.get(id)?.parentId ?? null;
    return parentId === null || !all.has(parentId);
  });
}
