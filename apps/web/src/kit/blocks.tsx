import { type ReactNode, useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { t } from '../platform/locale.ts';

/** A part of an editor page with its heading. */
export function Section({
  title,
  hint,
  action,
  children,
}: {
  title: string;
  hint?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-panel border border-line bg-raised p-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="text-body font-semibold">{title}</h2>
          {hint && <p className="text-note text-ink-3">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A line above a form: what was restored, or what is wrong. A wrong one can take the focus. */
export function Notice({ tone, children }: { tone: 'water' | 'alarm'; children: ReactNode }) {
  return (
    <div
      role={tone === 'alarm' ? 'alert' : undefined}
      tabIndex={-1}
      className={`flex flex-wrap items-center gap-2 rounded-control px-3 py-2 text-note ${tone === 'alarm' ? 'bg-alarm-soft text-alarm' : 'bg-water-soft text-water'}`}
    >
      {children}
    </div>
  );
}

/** Duration of the confirmation on the button, milliseconds. */
const COPIED_MS = 2000;

/** A text to copy: a token, a command. */
export function CopyLine({ label, text, testId }: { label: string; text: string; testId?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without https there is no clipboard: the text can be selected with one click.
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <span className="text-note font-medium text-ink-2">{label}</span>
      <div className="flex items-start gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
        <code
          data-testid={testId}
          className="min-w-0 flex-1 self-center py-1 font-mono text-note break-all whitespace-break-spaces select-all"
        >
          {text}
        </code>
        <Button
          size="sm"
          variant="quiet"
          icon={copied ? <Check size={16} /> : <Copy size={16} />}
          onClick={() => void copy()}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
    </div>
  );
}
