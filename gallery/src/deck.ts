import type { Range, Stage, Text } from './stage.ts';

type Controls = Pick<
  Stage,
  'button' | 'draggable' | 'toggle' | 'choice' | 'range' | 'input' | 'fact' | 'legend' | 'picture' | 'tell'
>;

const LONGEST_LOG = 4;

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  text = '',
): HTMLElementTagNameMap[K] => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
};

/** The controls, numbers and messages of a demo, in the panel below the canvas. */
export class Deck implements Controls {
  readonly #facts = document.querySelector<HTMLElement>('#facts')!;
  readonly #controls = document.querySelector<HTMLElement>('#controls')!;
  readonly #log = document.querySelector<HTMLElement>('#log')!;
  readonly #say: (text: Text) => string;
  /** Runs an action; an exception or a rejection is shown in the panel. */
  readonly #run: (act: () => unknown) => void;
  readonly #outputs = new Map<string, HTMLOutputElement>();
  #choices = 0;

  constructor(say: (text: Text) => string, run: (act: () => unknown) => void) {
    this.#say = say;
    this.#run = run;
    for (const part of [this.#facts, this.#controls, this.#log]) part.replaceChildren();
  }

  button(label: Text, act: () => unknown): HTMLButtonElement {
    const button = element('button', '', this.#say(label));
    button.type = 'button';
    button.addEventListener('click', () => this.#run(act));
    this.#controls.append(button);
    return button;
  }

  draggable(label: Text, grab: (event: PointerEvent) => unknown): HTMLButtonElement {
    const button = element('button', 'draggable', this.#say(label));
    button.type = 'button';
    button.addEventListener('pointerdown', (event) => this.#run(() => grab(event)));
    this.#controls.append(button);
    return button;
  }

  toggle(label: Text, isOn: boolean, act: (isOn: boolean) => unknown): void {
    const box = element('input');
    box.type = 'checkbox';
    box.checked = isOn;
    box.addEventListener('change', () => this.#run(() => act(box.checked)));
    const row = element('label', 'toggle');
    row.append(box, this.#say(label));
    this.#controls.append(row);
  }

  choice<T extends string>(
    label: Text,
    options: readonly (readonly [T, Text])[],
    chosen: T,
    act: (value: T) => unknown,
  ): void {
    const group = element('fieldset', 'choice');
    group.append(element('legend', '', this.#say(label)));
    const name = `choice-${++this.#choices}`;
    for (const [value, text] of options) {
      const radio = element('input');
      Object.assign(radio, { type: 'radio', name, value, checked: value === chosen });
      radio.addEventListener('change', () => this.#run(() => act(value)));
      const one = element('label');
      one.append(radio, element('span', '', this.#say(text)));
      group.append(one);
    }
    this.#controls.append(group);
  }

  range(
    label: Text,
    { min, max, step = 1, value, format = String }: Range,
    act: (value: number) => unknown,
  ): HTMLInputElement {
    const slider = element('input');
    Object.assign(slider, {
      type: 'range',
      min: String(min),
      max: String(max),
      step: String(step),
      value: String(value),
    });
    const shown = element('output', '', format(value));
    slider.addEventListener('input', () => {
      shown.textContent = format(slider.valueAsNumber);
      this.#run(() => act(slider.valueAsNumber));
    });
    const row = element('label', 'range');
    row.append(element('span', '', this.#say(label)), slider, shown);
    this.#controls.append(row);
    return slider;
  }

  input(label: Text, value: string, act: (value: string) => unknown): void {
    const field = element('input');
    field.type = 'text';
    field.value = value;
    field.addEventListener('input', () => this.#run(() => act(field.value)));
    const row = element('label', 'text');
    row.append(element('span', '', this.#say(label)), field);
    this.#controls.append(row);
  }

  fact(id: string, label: Text, value: string | number): void {
    let shown = this.#outputs.get(id);
    if (!shown) {
      shown = element('output');
      shown.dataset['fact'] = id;
      const chip = element('span', 'fact', this.#say(label));
      chip.append(shown);
      this.#facts.append(chip);
      this.#outputs.set(id, shown);
    }
    const text = typeof value === 'number' ? value.toLocaleString('en') : value;
    if (shown.textContent !== text) shown.textContent = text;
  }

  legend(title: string, entries: readonly { readonly value: number; readonly color: string }[]): void {
    this.#controls.querySelector('.legend')?.remove();
    const legend = element('div', 'legend', title);
    for (const { value, color } of entries) {
      const one = element('span', '', String(value));
      // Not in the markup: the page's content security policy forbids style attributes.
      one.style.setProperty('--color', color);
      legend.append(one);
    }
    this.#controls.append(legend);
  }

  picture(blob: Blob, alt: string): void {
    const existing = [...this.#controls.querySelectorAll('img')].find((one) => one.alt === alt);
    const image = element('img');
    image.alt = alt;
    image.src = URL.createObjectURL(blob);
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
    if (existing) existing.replaceWith(image);
    else this.#controls.append(image);
  }

  tell(line: string): void {
    this.#log.prepend(element('li', '', line));
    while (this.#log.children.length > LONGEST_LOG) this.#log.lastChild!.remove();
  }
}
