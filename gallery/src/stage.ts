import type { FarmViewerOptions, Locale } from 'farm3d-engine';

/** Chinese and English. */
export type Text = readonly [zh: string, en: string];

/** What a demo is given: a place to draw, and controls to show. */
export interface Stage {
  /** Where the viewer goes. */
  readonly element: HTMLElement;
  /** Quality, language and free space, as the visitor chose them. */
  readonly options: FarmViewerOptions;
  readonly locale: Locale;
  /** Aborted when the visitor goes on to the next demo. */
  readonly signal: AbortSignal;
  /** Disposes it when the visitor goes on. */
  own<T extends { dispose(): void }>(object: T): T;
  say(text: Text): string;

  button(label: Text, act: () => unknown): HTMLButtonElement;
  /** Something to be dragged into the scene. */
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
  /** A number worth knowing; a second call changes it. */
  fact(id: string, label: Text, value: string | number): void;
  /** A ramp of colours with its numbers. */
  legend(title: string, entries: readonly { readonly value: number; readonly color: string }[]): void;
  /** A picture among the controls. */
  picture(blob: Blob, alt: string): void;
  /** What just happened, newest first. */
  tell(line: string): void;
}

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly value: number;
  readonly format?: (value: number) => string;
}
