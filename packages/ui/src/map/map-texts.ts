import type { FormText } from '../form-texts.ts';

/** Texts that MapLibre shows by itself. */
export const mapTexts = (t: FormText): Readonly<Record<string, string>> => ({
  'Map.Title': t('form.map.pick'),
  'NavigationControl.ZoomIn': t('form.viewer.larger'),
  'NavigationControl.ZoomOut': t('form.viewer.smaller'),
});

/** An area for people: hectares from one hectare on, and mu, else square metres. */
export function areaText(squareMetres: number): string {
  const mu = `${(squareMetres / (10_000 / 15)).toFixed(2)} mu`;
  return squareMetres >= 10_000
    ? `${(squareMetres / 10_000).toFixed(2)} ha · ${mu}`
    : `${squareMetres.toFixed(1)} m² · ${mu}`;
}

/** A length for people: kilometres from one kilometre on, else metres. */
export const lengthText = (metres: number): string =>
  metres >= 1000 ? `${(metres / 1000).toFixed(2)} km` : `${metres.toFixed(1)} m`;
