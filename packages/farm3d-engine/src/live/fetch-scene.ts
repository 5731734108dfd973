import { FarmError, type FarmErrorCode } from '../core/errors.ts';
import type { LiveAnswer, LiveOptions } from './live-types.ts';

/** Errors of the server by name, and the statuses that it gives without one. */
const REFUSALS: Readonly<Record<string, FarmErrorCode>> = {
  embed_token_expired: 'embed-token-expired',
  embed_token_invalid: 'embed-token-invalid',
  embed_origin_refused: 'embed-origin-refused',
  400: 'embed-scene-refused',
  401: 'embed-token-invalid',
  403: 'embed-token-invalid',
  404: 'embed-scene-refused',
};

/** Texts by code. They are here, and not with those of the viewer, which every page loads. */
const REASONS: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  'embed-origin-refused': ['The embed token is not for this site', '嵌入令牌不允许在此网站使用'],
  'embed-scene-refused': ['The embed token does not show this scene', '嵌入令牌不能显示该场景'],
  'embed-token-expired': ['The embed token has expired', '嵌入令牌已过期'],
  'embed-token-invalid': ['The embed token is not valid, or was revoked', '嵌入令牌无效或已撤销'],
  'server-unreachable': ['The server cannot be reached', '无法连接服务器'],
};

/** An error of the connection to this server. */
function liveError(code: FarmErrorCode, server: string, cause?: unknown): FarmError {
  const [en, zh] = REASONS[code] ?? [code, code];
  const details = { path: server, reason: `${en}: ${server}`, 'reason:zh-CN': `${zh}：${server}` };
  return new FarmError(code, details, { cause });
}

/** Whether trying again cannot help. */
export const isRefusal = (error: FarmError): boolean => Object.values(REFUSALS).includes(error.code);

/** Fills in the server's address: the page is of another one. */
function withAddresses(answer: LiveAnswer, server: string): LiveAnswer {
  const at = (path: string | null) => path && new URL(path, server).href;
  const { scene, childModels } = answer;
  return {
    ...answer,
    scene: {
      ...scene,
      baseModelPath: at(scene.baseModelPath),
      catalogue: scene.catalogue.map((row) => ({ ...row, modelPath: at(row.modelPath) })),
    },
    childModels: Object.fromEntries(Object.entries(childModels).map(([id, path]) => [id, at(path)])),
  };
}

/**
 * The scene of an embed token.
 * @throws FarmError `embed-…` when it is refused, `server-unreachable` when trying again may help, `aborted`
 */
export async function fetchScene(
  { server, token, scene }: LiveOptions,
  signal: AbortSignal,
): Promise<LiveAnswer> {
  const address = new URL('/api/embed/scene', server);
  if (scene !== undefined) address.searchParams.set('sceneId', scene);
  let body: { error?: string; data?: LiveAnswer };
  let status: number;
  try {
    const response = await fetch(address, { signal, headers: { Authorization: `Bearer ${token}` } });
    status = response.status;
    body = (await response.json()) as typeof body;
  } catch (cause) {
    if (signal.aborted) throw new FarmError('aborted', {}, { cause });
    throw liveError('server-unreachable', server, cause);
  }
  if (status === 200 && body.data) return withAddresses(body.data, server);
  const code = REFUSALS[body.error ?? ''] ?? REFUSALS[status] ?? 'server-unreachable';
  throw liveError(code, server);
}
