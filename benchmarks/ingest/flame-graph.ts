// Sampled stacks of processes as one picture: a block for each function, as wide as the time in which it was on the stack.

/** What V8 writes with --cpu-prof. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** A function on a stack, with what it called. */
export interface Frame {
  readonly name: string;
  /** Own time and that of what it called, µs. */
  readonly time: number;
  readonly children: readonly Frame[];
}

/** Not work: the thread waits. */
const IDLE = new Set(['(idle)', '(program)']);

/** Frames of a profile between two moments, µs after its begin; calls of the same function from the same stack are one. */
export function framesOf(name: string, profile: Profile, [from, to]: readonly [number, number]): Frame {
  const own = new Map<number, number>();
  let at = 0;
  for (const [i, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i] ?? 0;
    at += delta;
    if (at >= from && at < to) own.set(id, (own.get(id) ?? 0) + delta);
  }
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const frame = (ids: readonly number[], called: string): Frame => {
    const below = ids.flatMap((id) => byId.get(id)?.children ?? []);
    const groups = Map.groupBy(below, (id) => {
      const { functionName, url } = byId.get(id)!.callFrame;
      return `${functionName || '(anonymous)'} ${url.split('/').at(-1) ?? ''}`.trim();
    });
    const children = [...groups]
      .filter(([one]) => !IDLE.has(one))
      .map(([one, group]) => frame(group, one))
      .filter(({ time }) => time > 0)
      .toSorted((a, b) => b.time - a.time);
    const self = ids.reduce((sum, id) => sum + (own.get(id) ?? 0), 0);
    return { name: called, time: self + children.reduce((sum, { time }) => sum + time, 0), children };
  };
  const [root] = profile.nodes;
  return frame(root ? [root.id] : [], name);
}

const WIDTH = 1_400;
const ROW = 18;
const TOP = 34;
/** Narrower blocks are left out, pixels. */
const LEAST = 1.5;
const LETTER = 6.4;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A colour for each file, so that what belongs together looks alike. */
function colourOf(name: string): string {
  const file = name.split(' ').at(-1) ?? name;
  let hash = 0;
  for (const letter of file) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return `hsl(${hash} 45% 78%)`;
}

/**
 * One picture of all processes side by side, callers above what they call.
 * @param label of a block, from its time in µs
 */
export function flameGraph(title: string, roots: readonly Frame[], label: (time: number) => string): string {
  const total = roots.reduce((sum, { time }) => sum + time, 0);
  const scale = WIDTH / Math.max(1, total);
  const blocks: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, row: number): void => {
    const width = frame.time * scale;
    if (width < LEAST) return;
    depth = Math.max(depth, row + 1);
    const letters = Math.floor((width - 6) / LETTER);
    const text =
      frame.name.length > letters ? `${frame.name.slice(0, Math.max(0, letters - 1))}…` : frame.name;
    const y = TOP + row * ROW;
    blocks.push(
      `<g><title>${escape(frame.name)}: ${escape(label(frame.time))}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colourOf(frame.name)}"/>${
        letters > 3 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12.5}">${escape(text)}</text>` : ''
      }</g>`,
    );
    let at = x;
    for (const child of frame.children) {
      draw(child, at, row + 1);
      at += child.time * scale;
    }
  };
  let x = 0;
  for (const root of roots) {
    draw({ ...root, name: `${root.name}: ${label(root.time)}` }, x, 0);
    x += root.time * scale;
  }
  const height = TOP + depth * ROW + 6;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<style>text{font:11px ui-monospace,monospace;fill:#1d2620}.title{font:15px system-ui,sans-serif}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/><text class="title" x="6" y="22">${escape(title)}</text>
${blocks.join('\n')}
</svg>
`;
}
