import type { StepPlace } from '@farm3d/api';

const TIMEOUT_MS = 10_000;

/** Whether this browser can say where it is: over TLS, or on the server's own machine. */
export const canLocate = (): boolean => 'geolocation' in navigator && isSecureContext;

/** Where this device is; null: it is not known, or may not be asked for. */
export function here(): Promise<StepPlace | null> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          longitude: coords.longitude,
          latitude: coords.latitude,
          accuracyM: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
