import {
  type LabelContent,
  type LabelState,
  PILL,
  PILL_COLORS,
  PILL_MAX_WIDTH,
  type PillColors,
} from './label-content.ts';

/** Layout of a pill, CSS px from its left edge. */
export interface PillLayout {
  readonly width: number;
  readonly name: string;
  readonly value: string;
  readonly lampAt: number;
  readonly iconAt: number;
  readonly nameAt: number;
  readonly valueAt: number;
}

const ELLIPSIS = '…';

/**
 * Measures and paints pills. Widths come from font metrics, so that no layout of the page is forced while a frame is drawn.
 */
export class LabelPainter {
  readonly fontFamily: string;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #scale: number;

  readonly #colors: Readonly<Record<LabelState, PillColors>>;

  /**
   * @param style of the container: its font, and `--farm3d-label-<state>-<part>` instead of the colours
   * @param scale device pixels per CSS px of a painted pill
   */
  constructor(style: CSSStyleDeclaration, scale: number) {
    this.fontFamily = style.fontFamily || 'system-ui, sans-serif';
    const styled = structuredClone(PILL_COLORS) as Record<LabelState, Record<keyof PillColors, string>>;
    for (const [state, colors] of Object.entries(styled))
      for (const part of Object.keys(colors) as (keyof PillColors)[])
        colors[part] = style.getPropertyValue(`--farm3d-label-${state}-${part}`) || colors[part];
    this.#colors = styled;
    this.#scale = scale;
    const { width, height } = cellSize(scale);
    // Its pixels are read for each pill: keep it in main memory.
    this.#context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  }

  /** The colours of a label: of its state, with its own for lamp and value. */
  colorsOf({ state = 'unknown', color }: LabelContent): PillColors {
    const colors = this.#colors[state];
    return color === undefined || state === 'alarm' ? colors : { ...colors, lamp: color, value: color };
  }

  layout({ name, value = '', icon }: LabelContent): PillLayout {
    this.#context.font = this.#font(600);
    const fittedName = this.#fit(name, PILL.maxName);
    const nameWidth = this.#context.measureText(fittedName).width;
    this.#context.font = this.#font(500);
    const fittedValue = this.#fit(value, PILL.maxValue);
    const valueWidth = this.#context.measureText(fittedValue).width;
    const lampAt = PILL.padding;
    const iconAt = lampAt + PILL.lamp + PILL.gap;
    const nameAt = iconAt + (icon === undefined ? 0 : PILL.icon + PILL.gap);
    const valueAt = nameAt + nameWidth + (fittedValue === '' ? 0 : PILL.gap);
    const width = Math.ceil(valueAt + valueWidth + PILL.padding);
    return { width, name: fittedName, value: fittedValue, lampAt, iconAt, nameAt, valueAt };
  }

  /** Paints a pill into a cell; `into` receives premultiplied RGBA pixels. */
  paint(content: LabelContent, into: Uint8Array): void {
    const context = this.#context;
    const { width: cellWidth, height: cellHeight } = context.canvas;
    const { width, name, value, lampAt, iconAt, nameAt, valueAt } = this.layout(content);
    const colors = this.colorsOf(content);
    const { margin, height, lamp, icon } = PILL;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, cellWidth, cellHeight);
    context.setTransform(this.#scale, 0, 0, this.#scale, margin * this.#scale, margin * this.#scale);
    context.shadowColor = 'rgba(12, 32, 22, 0.35)';
    context.shadowBlur = 2.5 * this.#scale;
    context.shadowOffsetY = 0.8 * this.#scale;
    context.fillStyle = colors.background;
    context.beginPath();
    context.roundRect(0, 0, width, height, height / 2);
    context.fill();
    context.shadowColor = 'transparent';
    context.fillStyle = colors.lamp;
    context.beginPath();
    context.arc(lampAt + lamp / 2, height / 2, lamp / 2, 0, Math.PI * 2);
    context.fill();
    if (content.icon !== undefined) {
      context.save();
      context.translate(iconAt, (height - icon) / 2);
      context.scale(icon / 24, icon / 24);
      context.strokeStyle = colors.name;
      context.lineWidth = 1.5 * (24 / icon);
      context.lineCap = context.lineJoin = 'round';
      context.stroke(new Path2D(content.icon));
      context.restore();
    }
    context.textBaseline = 'middle';
    context.font = this.#font(600);
    context.fillStyle = colors.name;
    context.fillText(name, nameAt, height / 2 + 0.5);
    context.font = this.#font(500);
    context.fillStyle = colors.value;
    context.fillText(value, valueAt, height / 2 + 0.5);
    const { data } = context.getImageData(0, 0, cellWidth, cellHeight);
    for (let i = 0; i < data.length; i += 4) {
      const alpha = data[i + 3]! / 255;
      into[i] = data[i]! * alpha;
      into[i + 1] = data[i + 1]! * alpha;
      into[i + 2] = data[i + 2]! * alpha;
      into[i + 3] = data[i + 3]!;
    }
  }

  #font(weight: number): string {
    return `${weight} ${PILL.fontPx}px ${this.fontFamily}`;
  }

  /** The text, truncated to the width. */
  #fit(text: string, maxWidth: number): string {
    const context = this.#context;
    if (context.measureText(text).width <= maxWidth) return text;
    const letters = Array.from(text);
    let [shortest, longest] = [0, letters.length];
    while (shortest < longest) {
      const middle = (shortest + longest + 1) >> 1;
      const isFitting = context.measureText(letters.slice(0, middle).join('') + ELLIPSIS).width <= maxWidth;
      if (isFitting) shortest = middle;
      else longest = middle - 1;
    }
    return letters.slice(0, shortest).join('').trimEnd() + ELLIPSIS;
  }
}

/** Size of a painted pill with its shadow, pixels. */
export function cellSize(scale: number): { readonly width: number; readonly height: number } {
  return {
    width: Math.ceil((PILL_MAX_WIDTH + 2 * PILL.margin) * scale),
    height: Math.ceil((PILL.height + 2 * PILL.margin) * scale),
  };
}
