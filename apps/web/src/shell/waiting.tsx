import { SproutMark } from '@farm3d/ui';

/** The moment in which it is not known yet what to show. */
export function LoadingScreen() {
  return (
    <div className="grid h-full place-items-center" aria-busy="true">
      <div className="animate-pulse">
        <SproutMark />
      </div>
    </div>
  );
}
