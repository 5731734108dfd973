import { Search, X } from 'lucide-react';
import { classes } from './classes.ts';

export interface SearchFieldProps {
  label: string;
  value: string;
  clearLabel: string;
  onValueChange: (value: string) => void;
  /** Default 'md' (44 px); 'sm' is 36 px inside panels, 44 px on touch screens. */
  size?: 'sm' | 'md';
  testId?: string;
}

/** Search field. Escape clears it. */
export function SearchField({
  label,
  value,
  clearLabel,
  onValueChange,
  size = 'md',
  testId,
}: SearchFieldProps) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        size={16}

        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3"
      />
      <input
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        data-testid={testId}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onValueChange('');
        }}
        className={classes(
          'w-full rounded-control border border-line-strong bg-raised pr-9 pl-9 text-ink placeholder:text-ink-3',
          size === 'md' ? 'h-11 text-body' : 'h-9 text-note pointer-coarse:h-11',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => onValueChange('')}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center pointer-coarse:w-11 rounded-control text-ink-3 hover:text-ink"
        >
          <X size={16} />
        </button>
      )}
    </div>
  );
}
