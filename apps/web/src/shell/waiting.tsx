import { SproutMark } from '@farm3d/ui';

/** Shown until session and code are loaded. */
export function LoadingScreen() {
  return (
    <div className="grid h-full place-items-center" aria-busy="true">
      <div className="animate-pulse">
        <SproutMark />
      </div>
    </div>
  );
}
