import { lazy, Suspense, useState } from 'react';
import { MapPin, X } from 'lucide-react';
import { serviceNumberFilter, type FieldLngLat } from '@farm3d/api/validation';
import { Button } from '../button.tsx';
import { Skeleton } from '../states.tsx';
import { TextField } from '../text-field.tsx';
import type { FieldProps } from './field-props.ts';

// MapLibre is fetched when a map is opened.
const PlacePicker = lazy(() => import('../map/place-picker.tsx'));

const textOf = (degrees: number | undefined): string =>
  degrees === undefined || Number.isNaN(degrees) ? '' : String(degrees);

/** Longitude and latitude, typed or picked on a map. */
export function CoordinateField({ field, value, error, services, onChange, onLeave }: FieldProps) {
  const place = value as Partial<FieldLngLat> | null;
  const [isOpen, setOpen] = useState(false);
  // Unfinished numbers such as '-' stay in the fields.
  const [texts, setTexts] = useState({
    longitude: textOf(place?.longitude),
    latitude: textOf(place?.latitude),
  });
  const [longitude, latitude] = [place?.longitude, place?.latitude];
  const [known, setKnown] = useState({ longitude, latitude });
  if (!Object.is(known.longitude, longitude) || !Object.is(known.latitude, latitude)) {
    // Picked on the map, restored, or cleared: typed texts that mean the same stay.
    setKnown({ longitude, latitude });
    setTexts({
      longitude: Object.is(numberOf(texts.longitude) ?? Number.NaN, longitude)
        ? texts.longitude
        : textOf(longitude),
      latitude: Object.is(numberOf(texts.latitude) ?? Number.NaN, latitude)
        ? texts.latitude
        : textOf(latitude),
    });
  }
  const { t } = services;
  const type = (key: keyof FieldLngLat, text: string): void => {
    const next = { ...texts, [key]: text };
    setTexts(next);
    const isNone = next.longitude.trim() === '' && next.latitude.trim() === '';
    // A number that is missing is no place: the check of the field says so.
    onChange(
      isNone
        ? null
        : {
            longitude: numberOf(next.longitude) ?? Number.NaN,
            latitude: numberOf(next.latitude) ?? Number.NaN,
          },
    );
  };
  const valid =
    place && Number.isFinite(place.longitude) && Number.isFinite(place.latitude)
      ? (place as FieldLngLat)
      : null;
  return (
    <fieldset className="flex flex-col gap-2" data-testid={`field-${field.key}`}>
      <legend className="mb-1 text-note font-medium text-ink-2">
        {field.label}
        {field.required && (
          <span aria-hidden className="ml-0.5 text-alarm">
            *
          </span>
        )}
      </legend>
      <div className="grid grid-cols-2 gap-3">
        {(['longitude', 'latitude'] as const).map((key) => (
          <TextField
            key={key}
            label={t(`form.${key}`)}
            inputMode="decimal"
            keep={serviceNumberFilter}
            value={texts[key]}
            error={key === 'longitude' ? error : null}
            aria-invalid={error ? true : undefined}
            data-testid={`field-${field.key}-${key}`}
            onValueChange={(text) => type(key, text)}
            onBlur={onLeave}
          />
        ))}
      </div>
      {field.hint && <p className="text-note text-ink-3">{field.hint}</p>}
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={<MapPin size={16} />}
          aria-expanded={isOpen}
          data-testid={`field-${field.key}-map`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('form.map.pick')}
        </Button>
        {value !== null && (
          <Button
            size="sm"
            variant="quiet"
            icon={<X size={16} />}
            onClick={() => {
              setTexts({ longitude: '', latitude: '' });
              onChange(null);
            }}
          >
            {t('form.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <>
          <p className="text-note text-ink-3">{t('form.map.pick.hint')}</p>
          <Suspense fallback={<Skeleton className="h-64" />}>
            <PlacePicker t={t} baseMap={services.baseMap} value={valid} onChange={onChange} />
          </Suspense>
        </>
      )}
    </fieldset>
  );
}

function numberOf(text: string): number | undefined {
  return /\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
