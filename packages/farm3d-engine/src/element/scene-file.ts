import { FarmError } from '../core/errors.ts';
import type { ViewerScene } from '../engine/viewer-types.ts';

/** What is wrong with a scene file, in both languages. */
function fault(src: string, en: string, zh: string, cause?: unknown): FarmError {
  const details = { field: 'src', path: src, reason: `src = ${JSON.stringify(src)}: ${en}` };
  const texts = { ...details, 'reason:zh-CN': `src = ${JSON.stringify(src)}：${zh}` };
  return new FarmError('invalid-argument', texts, { cause });
}

/** A path of the file as an address; anything else is left to the validation of the scene. */
function resolved(path: unknown, file: string): unknown {
  return typeof path === 'string' && URL.canParse(path, file) ? new URL(path, file).href : path;
}

/**
 * Reads a scene file: the JSON of a {@link ViewerScene}. Its model paths are relative to the file.
 * @throws FarmError `invalid-argument` with the field `src`; `aborted`
 */
export async function readSceneFile(
  src: string,
  options: { readonly base: string; readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<ViewerScene> {
  const { base, signal } = options;
  if (!URL.canParse(src, base)) throw fault(src, 'is no address', '不是有效的地址');
  const file = new URL(src, base).href;
  let scene: unknown;
  try {
    const response = await options.fetch(file, { signal });
    if (!response.ok)
      throw fault(src, `the server answers ${response.status}`, `服务器返回 ${response.status}`);
    scene = await response.json();
  } catch (error) {
    if (error instanceof FarmError) throw error;
    if (signal.aborted) throw new FarmError('aborted', {}, { cause: error });
    if (error instanceof SyntaxError) throw fault(src, 'is not JSON', '不是 JSON', error);
    throw fault(src, 'cannot be downloaded', '下载失败', error);
  }
  if (typeof scene !== 'object' || scene === null) throw fault(src, 'is not a scene', '不是场景文件');
  const { baseModelPath, catalogue } = scene as Partial<Record<keyof ViewerScene, unknown>>;
  const withAddress = (row: unknown): unknown =>
    typeof row === 'object' && row !== null && 'modelPath' in row
      ? { ...row, modelPath: resolved(row.modelPath, file) }
      : row;
  // FarmViewer.load validates it.
  return {
    ...scene,
    baseModelPath: resolved(baseModelPath, file),
    catalogue: Array.isArray(catalogue) ? catalogue.map(withAddress) : catalogue,
  } as ViewerScene;
}
