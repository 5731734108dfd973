/** Positions of the elements of a screen by name: [left, top, width, height, background colour, text colour]. */
export type Boxes = Record<string, Box[]>;
export type Box = [number, number, number, number, string, string];

/**
 * Record of the visible page, as far as it is equal on every machine and at any time: without texts, readings
 * and the 3D canvas. Under a dialog only the dialog. Runs inside the page.
 */
export function screenRecord(): { rem: number; boxes: Boxes } {
  /** Elements that move by themselves, or whose size depends on reported values. */
  const LIVE = [
    ...['marks', 'region-canvas'].map((id) => `[data-testid="${id}"] *`),
    ...['toast', 'live-value', 'loading-label', 'loading-percent', 'region-as-of', 'region-totals'].map(
      (id) => `[data-testid="${id}"]`,
    ),
    '[data-testid="region-weather"]',
    '[data-testid="scene-labels"] *, [data-testid="command-progress"], [data-testid="status-strip"], [data-testid="status-strip"] *',
    '[data-testid$="-readout"]',
    'video, canvas, .sr-only, .sr-only *, [inert] *',
  ].join();
  const openDialogs = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const { innerWidth, innerHeight } = window;
  const clear = 'rgba(0, 0, 0, 0)';
  const boxes: Boxes = {};
  for (const element of document.querySelectorAll(
    '[data-testid], button, a[href], input, select, textarea, h1, h2, h3, img, [role]',
  )) {
    if (element.matches(LIVE) || (openDialogs && !openDialogs.contains(element))) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const frame = at.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      if (position === 'fixed') break;
    }
    [left, top] = [Math.max(left, 0), Math.max(top, 0)];
    [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    if (right - left < 4 || bottom - top < 4) continue;
    const { backgroundColor, color } = getComputedStyle(element);
    const hasInk = [...element.childNodes].some(
      (node) => node instanceof SVGElement || (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    );
    const owner = element.parentElement?.closest('[data-testid]')?.getAttribute('data-testid');
    const name =
      element.getAttribute('data-testid') ??
      `${element.getAttribute('role') ?? element.localName}${owner ? ` in ${owner}` : ''}`;
    (boxes[name] ??= []).push([
      Math.round(left),
      Math.round(top),
      Math.round(right - left),
      Math.round(bottom - top),
      backgroundColor === clear ? '' : backgroundColor,
      hasInk ? color : '',
    ]);
  }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { rem, boxes };
}

/** The mean colour of each cell of an image (PNG, base64), row by row, 'rrggbb'. Runs inside a page. */
export async function meanColours(png: string, columns: number, rows: number): Promise<string[][]> {
  const data = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([data]));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  const sums = new Float64Array(columns * rows * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = 4 * (Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width));
      const at = 4 * (y * width + x);
      for (const channel of [0, 1, 2]) sums[cell + channel]! += pixels[at + channel]!;
      sums[cell + 3]! += 1;
    }
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = 4 * (row * columns + column);
      return [0, 1, 2]
        .map((channel) =>
          Math.round(sums[cell + channel]! / sums[cell + 3]!)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('');
    }),
  );
}
