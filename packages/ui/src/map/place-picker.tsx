import { useEffect, useRef, useState } from 'react';
import { Marker } from 'maplibre-gl';
import type { FieldLngLat } from '@farm3d/api/validation';
import { createBaseMap, supportsMaps } from './base-map.ts';
import type { MapProps } from './map-source.ts';
import { useLatest } from '../use-latest.ts';
import { mapTexts } from './map-texts.ts';
import { useMapTitle } from './use-map-title.ts';

export interface PlacePickerProps extends MapProps {
  value: FieldLngLat | null;
  onChange: (value: FieldLngLat) => void;
}

/** Zoom at which a picked place is shown. */
const PLACE_ZOOM = 14;
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A map with one pin, set by a click and moved by dragging. */
export default function PlacePicker({ t, baseMap, value, onChange }: PlacePickerProps) {
  const container = useRef<HTMLDivElement>(null);
  const place = useRef<((next: FieldLngLat | null) => void) | null>(null);
  const [isSupported] = useState(supportsMaps);
  const [isReady, setReady] = useState(false);
  const latest = useLatest({ onChange });
  const first = useRef({ baseMap, value, texts: mapTexts(t) });

  useEffect(() => {
    if (!container.current || !isSupported) return undefined;
    const { baseMap: base, value: stored, texts } = first.current;
    const view = stored ? { ...base, centre: stored, zoom: PLACE_ZOOM } : base;
    const map = createBaseMap(container.current, view, texts);
    const pin = new Marker({ color: '#2a7a3c', draggable: true });
    const tell = (longitude: number, latitude: number): void =>
      latest().onChange({ longitude: rounded(longitude), latitude: rounded(latitude) });
    place.current = (next) => {
      if (next) pin.setLngLat([next.longitude, next.latitude]).addTo(map);
      else pin.remove();
    };
    place.current(stored);
    void map.once('load', () => setReady(true));
    map.on('click', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      tell(lng, lat);
    });
    pin.on('dragend', () => {
      const { lng, lat } = pin.getLngLat().wrap();
      tell(lng, lat);
    });
    return () => {
      place.current = null;
      map.remove();
    };
  }, [latest, isSupported]);
  useMapTitle(container, t('form.map.pick'));
  useEffect(() => place.current?.(value), [value]);

  if (!isSupported)
    return (
      <p role="alert" className="text-note text-alarm">
        {t('form.map.failed')}
      </p>
    );
  return (
    <div className="relative h-64 overflow-hidden rounded-control border border-line">
      <div ref={container} data-testid="place-map" data-ready={isReady} className="size-full" />
    </div>
  );
}
