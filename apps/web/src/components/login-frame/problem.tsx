import { CircleAlert } from 'lucide-react';

/** Why the last attempt failed; nothing when it did not. */
export function Problem({ text, testId }: { text: string | null; testId: string }) {
  return (
    text !== null && (
      <p
        role="alert"
        data-testid={testId}
        className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
      >
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {text}
      </p>
    )
  );
}
