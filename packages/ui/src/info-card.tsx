import type { ReactNode } from 'react';
import { Pin, PinOff, X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

export interface InfoCardProps {
  /** Image or icon at the left of the header. */
  icon: ReactNode;
  title: string;
  /** Second line of the head: state, product. */
  subtitle: ReactNode;
  /** A pinned card stays open when another object is selected. */
  pinned: boolean;
  pinLabel: string;
  unpinLabel: string;
  closeLabel: string;
  /** Accessible name of the body, after the title. */
  bodyLabel: string;
  onPinChange: (pinned: boolean) => void;
  onClose: () => void;
  /** Under the body, such as the tools of edit mode. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** Card about an object of the scene, positioned by the caller. */
export function InfoCard(props: InfoCardProps) {
  return (
    <div className="frosted flex max-h-full w-full flex-col overflow-hidden">
      <header className="flex items-center gap-3 py-2 pr-1 pl-3">
        {props.icon}
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate text-left text-body leading-5 font-semibold" title={props.title}>
            {props.title}
          </h2>
          <div className="flex items-center gap-2 text-note text-ink-2">{props.subtitle}</div>
        </div>
        <div className="flex shrink-0">
          <IconButton
            size="sm"
            label={props.pinned ? props.unpinLabel : props.pinLabel}
            pressed={props.pinned}
            data-testid="card-pin"
            icon={props.pinned ? <PinOff size={16} /> : <Pin size={16} />}
            onClick={() => props.onPinChange(!props.pinned)}
          />
          <IconButton
            size="sm"
            label={props.closeLabel}
            data-testid="card-close"
            icon={<X size={16} />}
            onClick={props.onClose}
          />
        </div>
      </header>
      {props.children && (
        // Focusable, so that arrow keys scroll it.
        <section
          aria-label={`${props.title}: ${props.bodyLabel}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller that Tab cannot reach cannot be read by keyboard
          tabIndex={0}
          className="thin-scrollbar min-h-0 shrink-[9999] overflow-y-auto border-t border-line px-3 py-1 -outline-offset-2"
        >
          {props.children}
        </section>
      )}
      {props.footer && (
        // It scrolls in a very low window.
        <footer className="thin-scrollbar min-h-0 overflow-y-auto border-t border-line p-2">
          {props.footer}
        </footer>
      )}
    </div>
  );
}
