import type { FarmViewerOptions, Locale } from 'farm3d-engine';

/** Chinese and English. */
export type Text = readonly [zh: string, en: string];

/** The element, options and controls that a demo gets. */
export interface Stage {
  /** Parent element of the viewer. */
  readonly element: HTMLElement;
  /** Quality, language and padding, as set by the visitor. */
  readonly options: FarmViewerOptions;
  readonly locale: Locale;
  /** Aborted when the visitor opens another demo. */
  readonly signal: AbortSignal;
  /** Disposes the object when the visitor opens another demo. */
  own<T extends { dispose(): void }>(object: T): T;
  say(text: Text): string;

  button(label: Text, act: () => unknown): HTMLButtonElement;
  /** An item to drag into the scene. */
  draggable(label: Text, grab: (event: PointerEvent) => unknown): HTMLButtonElement;
  toggle(label: Text, isOn: boolean, act: (isOn: boolean) => unknown): void;
  choice<T extends string>(
    label: Text,
    options: readonly (readonly [T, Text])[],
    chosen: T,
    act: (value: T) => unknown,
  ): void;
  range(label: Text, range: Range, act: (value: number) => unknown): HTMLInputElement;
  input(label: Text, value: string, act: (value: string) => unknown): void;
  /** A number with a label; a second call with the same id changes it. */
  fact(id: string, label: Text, value: string | number): void;
  /** A colour ramp with its values. */
  legend(title: string, entries: readonly { readonly value: number; readonly color: string }[]): void;
  /** An image among the controls. */
  picture(blob: Blob, alt: string): void;
  /** Adds a line to the log, newest first. */
  tell(line: string): void;
}

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly value: number;
  readonly format?: (value: number) => string;
}
