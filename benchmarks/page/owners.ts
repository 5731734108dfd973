// To which package the samples of a profile of the production build belong.
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** Microseconds of the browser's clock. */
  readonly startTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** The engine, the page's own script; '' is the browser itself. */
export type Owner = 'engine' | 'app' | '';

/** @param web a build with source maps. @returns the owner of a code position */
export function ownersOf(web: string): (frame: ProfileNode['callFrame']) => Owner {
  const maps = new Map(
    readdirSync(join(web, 'assets'))
      .filter((name) => name.endsWith('.js.map'))
      .map((name) => {
        const payload = JSON.parse(readFileSync(join(web, 'assets', name), 'utf8')) as SourceMapPayload;
        return [name.slice(0, -4), new SourceMap(payload)] as const;
      }),
  );
  return ({ url, lineNumber, columnNumber }) => {
    const map = maps.get(url.split('/').at(-1) ?? '');
    if (!map) return '';
    const entry = map.findEntry(lineNumber, columnNumber);
    const source = 'originalSource' in entry ? entry.originalSource : '';
    return /farm3d-engine|node_modules\/(?:three|camera-controls)/.test(source) ? 'engine' : 'app';
  };
}

/** The owner of each node: the engine's when any of its callers is in the engine. */
export function ownerByNode(
  nodes: readonly ProfileNode[],
  ownerOf: (frame: ProfileNode['callFrame']) => Owner,
): (id: number) => Owner {
  const parentOf = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<number, Owner>();
  const owner = (id: number): Owner => {
    const cached = owners.get(id);
    if (cached !== undefined) return cached;
    const own = ownerOf(byId.get(id)!.callFrame);
    const parent = parentOf.get(id);
    const above = parent === undefined ? '' : owner(parent);
    const whose = own === 'engine' || above === 'engine' ? 'engine' : own || above;
    owners.set(id, whose);
    return whose;
  };
  return owner;
}
