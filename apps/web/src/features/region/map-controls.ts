import type { MapBearing } from 'farm3d-engine/region';

/** Widest scale bar, CSS px. */
const MAX_PIXELS = 120;
const STEPS = [5, 2, 1] as const;

/** Round length of the scale bar and its width on the screen. */
export function scaleBar(metresPerPixel: number): { readonly metres: number; readonly pixels: number } {
  const longest = metresPerPixel * MAX_PIXELS;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = (STEPS.find((step) => step * power <= longest) ?? 1) * power;
  return { metres, pixels: metres / metresPerPixel };
}

/** 500 m, 20 km. */
export const lengthText = (metres: number): string =>
  metres >= 1000 ? `${Math.round(metres / 1000)} km` : `${Math.round(metres)} m`;

/** Elements of the scale bar and the compass. */
export interface ControlElements {
  readonly bar: HTMLElement;
  readonly text: HTMLElement;
  readonly needle: HTMLElement;
}

/** Scale bar and compass that follow the camera, written to the DOM: the camera changes every frame. */
export function createMapControls() {
  let elements: ControlElements | null = null;
  let last: MapBearing | null = null;

  const write = (): void => {
    if (!elements) return;
    const metresPerPixel = last?.metresPerPixel ?? 0;
    const isKnown = Number.isFinite(metresPerPixel) && metresPerPixel > 0;
    elements.bar.style.visibility = isKnown ? '' : 'hidden';
    if (!last || !isKnown) return;
    const { metres, pixels } = scaleBar(metresPerPixel);
    elements.bar.style.width = `${pixels.toFixed(1)}px`;
    elements.text.textContent = lengthText(metres);
    elements.needle.style.transform = `rotate(${last.northDegrees.toFixed(1)}deg)`;
  };

  return {
    show: (bearing: MapBearing | null): void => {
      last = bearing;
      write();
    },
    /** @returns the function that removes them */
    mount: (next: ControlElements): (() => void) => {
      elements = next;
      write();
      return () => {
        elements = null;
      };
    },
  };
}
