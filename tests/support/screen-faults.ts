/** Rules for a state of the screens, beside those of axe. */
export interface ScreenRules {
  locale: 'zh-CN' | 'en';
  /** Minimum text size, CSS px. */
  leastText: number;
  /** Texts entered by users, in any language. */
  written: readonly string[];
}

/**
 * Finds faults of the visible page: elements outside the window, covered or clipped; text that is too small,
 * has too little contrast over any background, or is in another language. Runs inside the page.
 */
export function screenFaults({ locale, leastText, written: names }: ScreenRules): string[] {
  /** Pattern of a message key, which is shown if a text is missing. */
  const KEY =
    /\b(?:agronomy|alarms|app|card|carousel|common|control|devices|error|fallback|keys|led|live|login|nav|objects|panel|picture|placement|plots?|region|scene|scenes|select|valve|video|weather)\.[a-z]\w*(?:\.\w+)*\b/;
  const HAN = /[\u3400-\u9fff]/;
  /** Backgrounds assumed behind translucent elements: a scene at night and one in the sun (without black and white). */
  const BACKDROPS = [
    [18, 22, 26],
    [236, 240, 242],
  ] as const;
  const ROUNDING = 1.5;
  const found = new Set<string>();
  const { innerWidth: width, innerHeight: height } = window;
  const name = (element: Element): string => {
    const owner = element.closest('[data-testid]');
    const id = owner?.getAttribute('data-testid');
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24);
    return `${element.localName}${id ? ` of ${id}` : ''}${words ? ` «${words}»` : ''}`;
  };
  /** Under a dialog, only the dialog is checked. */
  const openDialogs = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const isShown = (element: Element): boolean =>
    (!openDialogs || openDialogs.contains(element)) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], .sr-only');

  if (document.documentElement.scrollWidth > width) found.add('wider than the window');
  // What scrolls down only is not meant to be moved sideways.
  for (const part of document.querySelectorAll('.overflow-y-auto'))
    if (isShown(part) && part.scrollWidth > part.clientWidth + 1)
      found.add(`${name(part)} is ${part.scrollWidth - part.clientWidth} px wider than its place`);

  // The part of an element that its ancestors do not clip, and in which directions more of it can be scrolled into view.
  const seenPart = (element: Element) => {
    const box = element.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let [canScrollX, canScrollY] = [false, false];
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const frame = at.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
        canScrollY ||= /auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight + 1;
        canScrollX ||= /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1;
      }
      if (position === 'fixed') break;
    }
    canScrollY ||= document.documentElement.scrollHeight > height + 1;
    [left, top] = [Math.max(left, 0), Math.max(top, 0)];
    [right, bottom] = [Math.min(right, width), Math.min(bottom, height)];
    return { left, top, right, bottom, canScrollX, canScrollY, box };
  };

  for (const element of document.querySelectorAll(
    'button, a[href], input:not([type=hidden]), select, textarea, [role=tab], [role=switch], [role=menuitem], [role=option]',
  )) {
    if (!isShown(element)) continue;
    const { left, top, right, bottom, canScrollX, canScrollY, box } = seenPart(element);
    // Visually hidden: its visible replacement is checked.
    if (box.width < 4 || box.height < 4) continue;
    const [isCutX, isCutY] = [right - left < box.width - ROUNDING, bottom - top < box.height - ROUNDING];
    if (isCutX || isCutY) {
      if ((isCutX && !canScrollX) || (isCutY && !canScrollY))
        found.add(`${name(element)} is partly out of sight`);
      if (right - left < box.width / 2 || bottom - top < box.height / 2) continue;
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit || element.contains(hit) || hit.contains(element)) continue;
    if ((element as HTMLInputElement).labels && hit.closest('label')?.control === element) continue;
    // Labels of the scene lie where their objects stand, under cards and panels; not under one another.
    if (element.closest('[data-testid="scene-labels"]') && !hit.closest('[data-testid="scene-labels"]'))
      continue;
    const isStuck = (at: Element | null): boolean =>
      at !== null && (/fixed|sticky/.test(getComputedStyle(at).position) || isStuck(at.parentElement));
    // Toasts disappear by themselves, menus with the next press.
    if (
      ((canScrollX || canScrollY) && isStuck(hit)) ||
      hit.closest('[data-testid="toast"], [role=menu], [role=listbox]')
    )
      continue;
    found.add(`${name(element)} lies under ${name(hit)}`);
  }

  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const colours = new Map<string, readonly number[]>();
  const colour = (css: string): readonly number[] => {
    let rgba = colours.get(css);
    if (!rgba) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
      rgba = [r, g, b, a / 255];
      colours.set(css, rgba);
    }
    return rgba;
  };
  const over = (upper: readonly number[], lower: readonly number[], alpha: number): number[] =>
    [0, 1, 2].map((i) => upper[i]! * alpha + lower[i]! * (1 - alpha));
  const brightness = (rgb: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = rgb.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pictures = document.querySelectorAll('[data-testid="scene-canvas"] canvas');
  /**
   * The canvas that an element is over: backgrounds of common ancestors are behind the canvas. A map has its
   * own background.
   */
  const pictureUnder = (element: Element): Element | undefined => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [...pictures].find((picture) => {
      const box = picture.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
  };
  /** Minimum contrast of a text over any background; null over an image of its own. */
  const contrastOf = (element: Element): number | null => {
    const layers: (readonly number[])[] = [];
    let opacity = 1;
    const picture = pictureUnder(element);
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (picture && at.contains(picture)) break;
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none') return null;
      const rgba = colour(style.backgroundColor);
      opacity *= Number(style.opacity);
      if (rgba[3]! > 0) layers.push(rgba);
      if (rgba[3] === 1) break;
    }
    const ink = colour(getComputedStyle(element).color);
    const isOpaque = layers.at(-1)?.[3] === 1;
    const grounds = (isOpaque ? [BACKDROPS[0]] : BACKDROPS).map((backdrop) =>
      layers.reduceRight<readonly number[]>((under, rgba) => over(rgba, under, rgba[3]!), backdrop),
    );
    return Math.min(
      ...grounds.map((ground) => {
        const [a, b] = [brightness(over(ink, ground, ink[3]! * opacity)), brightness(ground)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      }),
    );
  };

  const written = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = written.nextNode(); node; node = written.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || !isShown(element) || element.closest('script, style, svg')) continue;
    const style = getComputedStyle(element);
    const { left, top, right, bottom, canScrollX, canScrollY } = seenPart(element);
    if (right - left < 2 || bottom - top < 2) continue;
    const size = Number.parseFloat(style.fontSize);
    // Names on the engine's map are sized by the map.
    if (size < leastText && !element.closest('[data-testid="region-canvas"]'))
      found.add(`${name(element)} is ${size} px small`);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    // Names on a map leave the frame with the map.
    const isOnMap = element.closest('[data-testid="region-canvas"]') !== null;
    const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (
      !isShortened &&
      !isOnMap &&
      ((!canScrollX && (box.right > right + 2 || box.left < left - 2)) ||
        (!canScrollY && box.bottom > bottom + 4))
    )
      if (!element.parentElement?.closest('.truncate')) found.add(`${name(element)} is cut off`);
    const control = element.closest('button, [role=tab], label, a');
    if (control && !control.querySelector('.truncate') && !control.classList.contains('truncate')) {
      const frame = control.getBoundingClientRect();
      if (box.right > frame.right + 2 || box.left < frame.left - 2)
        found.add(`${name(element)} is wider than its button`);
    }
    if (element.closest(':disabled, [aria-disabled=true]')) continue;
    const contrast = contrastOf(element);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast !== null && contrast < (isLarge ? 3 : 4.5))
      found.add(`${name(element)} has contrast ${contrast.toFixed(2)}`);
  }

  const output = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
    (element) =>
      isShown(element)
        ? ['aria-label', 'title', 'placeholder', 'alt'].map((key) => element.getAttribute(key) ?? '')
        : [],
  );
  for (const text of [...document.body.innerText.split('\n'), ...output]) {
    const key = KEY.exec(text.replaceAll(/\S+@\S+|https?:\S+|[\w-]+\.(?:glb|json|geojson|html)\b/g, ''))?.[0];
    if (key) found.add(`the text of ${key} is missing`);
    const own = names.reduce((rest, one) => rest.replaceAll(one, ''), text);
    if (locale === 'en' && HAN.test(own) && text.trim() !== '简体中文')
      found.add(`not in English: «${text.trim().slice(0, 60)}»`);
  }
  return [...found];
}
