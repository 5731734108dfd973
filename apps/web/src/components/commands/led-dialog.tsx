import { useEffect } from 'react';
import { batch, createModel, effect, signal } from '@preact/signals-react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, SelectField, Skeleton, TextField, classes } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { useModelOf } from '../../kit/services.tsx';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { LED_EFFECTS, ledEntries, NEW_ENTRY, type LedEffect, type LedEntry } from './led-entries.ts';
import { t } from './zh-CN.ts';

const SIZES = [8, 12, 16, 24, 32] as const;

/** Default size of an LED screen, dots (Spec §5). */
const WIDTH = 96;
const HEIGHT = 48;

/** The programme of an LED screen: fetched, edited, sent. */
const LedModel = createModel(({ api, live }: Services, device: Device, close: () => void) => {
  const entries = signal<readonly LedEntry[]>([NEW_ENTRY]);
  const size = signal({ width: WIDTH, height: HEIGHT });
  const loading = signal(true);
  const saving = signal(false);
  /** Whether errors are shown: after the first attempt to send. */
  const showsErrors = signal(false);
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());

  const load = async (): Promise<void> => {
    const options = { signal: lifetime.signal };
    try {
      const [detail, answer] = await Promise.all([
        api.devices.get(device.id, options),
        api.rpc.twoway(device.id, { method: 'get_ledScreen_content' }, options).catch(() => null),
      ]);
      if (lifetime.signal.aborted) return;
      const found = ledEntries(answer?.['entries']);
      batch(() => {
        size.value = { width: detail.ledScreenWidth, height: detail.ledScreenHeight };
        if (found.length > 0) entries.value = found;
      });
    } catch {
      // A failed call only clears loading (Spec §8).
    } finally {
      loading.value = false;
    }
  };

  const save = async (): Promise<void> => {
    if (!(live.device(device.id).online.peek() ?? device.online)) {
      showToast('warning', t('led.offline'), 'led');
      return;
    }
    showsErrors.value = true;
    if (entries.peek().some(({ text }) => text.trim() === '')) return;
    saving.value = true;
    try {
      const { status } = await api.rpc.twoway(
        device.id,
        { method: 'set_ledScreen_content', params: { entries: entries.peek() } },
        { signal: lifetime.signal },
      );
      if (status !== 'success') return;
      showToast('success', t('led.saved'), 'led');
      close();
    } catch {
      // The entries stay in the dialog.
    } finally {
      saving.value = false;
    }
  };

  return {
    entries,
    size,
    loading,
    saving,
    showsErrors,
    load,
    save,
    change: (index: number, part: Partial<LedEntry>): void => {
      entries.value = entries.peek().map((entry, at) => (at === index ? { ...entry, ...part } : entry));
    },
    add: (): void => {
      entries.value = [...entries.peek(), NEW_ENTRY];
    },
    remove: (index: number): void => {
      entries.value = entries.peek().filter((_, at) => at !== index);
    },
  };
});

/** Dialog with a preview of the LED screen and its lines. */
export default function LedDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const model = useModelOf(LedModel, device, onClose);
  useEffect(() => void model.load(), [model]);
  const { width, height } = model.size.value;
  const entries = model.entries.value;
  return (
    <PageDialog
      keepOpen={model.saving.value}
      onClose={onClose}
      title={t('led.title', { name: device.name })}
      placement="wide"
      testId="led-dialog"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t('led.save')}
          busy={model.saving.value}
          disabled={model.loading.value || model.saving.value}
          testId="led-save"
          onSubmit={() => void model.save()}
        />
      }
    >
      <div className="grid gap-6 pt-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <figure className="flex flex-col gap-2">
          <LedPreview width={width} height={height} entries={entries} />
          <figcaption className="tabular-nums text-note text-ink-3">
            {t('led.size', { width, height })}
          </figcaption>
        </figure>
        {model.loading.value ? (
          <Skeleton className="h-40" />
        ) : (
          <div className="flex flex-col gap-4">
            {entries.map((entry, index) => (
              <EntryForm
                // Lines have no ids; they are never reordered.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                entry={entry}
                number={index + 1}
                error={model.showsErrors.value && entry.text.trim() === '' ? t('led.textRequired') : null}
                onChange={(part) => model.change(index, part)}
                onRemove={entries.length > 1 ? () => model.remove(index) : null}
              />
            ))}
            <Button
              className="self-start"
              icon={<Plus aria-hidden size={18} />}
              data-testid="led-add"
              onClick={model.add}
            >
              {t('led.add')}
            </Button>
          </div>
        )}
      </div>
    </PageDialog>
  );
}

/** Preview of the lines, in dots. */
function LedPreview({
  width,
  height,
  entries,
}: {
  width: number;
  height: number;
  entries: readonly LedEntry[];
}) {
  return (
    <svg
      role="img"
      aria-label={t('led.preview')}
      viewBox={`0 0 ${width} ${height}`}
      className="w-full rounded-control border-4 border-[#23272b] bg-black"
      data-testid="led-preview"
    >
      <defs>
        <pattern id="led-dots" width="1" height="1" patternUnits="userSpaceOnUse">
          <path d="M0 0H1M0 0V1" stroke="#000" strokeWidth="0.36" />
        </pattern>
      </defs>
      {entries.map(({ text, color, size, effect }, index) => {
        const y = entries.slice(0, index + 1).reduce((sum, one) => sum + one.size, 0);
        return (
          <text
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={1}
            y={y - size * 0.14}
            fontSize={size * 0.94}
            fill={color}
            className={classes('font-semibold', effect === 'blink' && 'motion-safe:animate-pulse')}
          >
            {text}
          </text>
        );
      })}
      <rect width={width} height={height} fill="url(#led-dots)" />
    </svg>
  );
}

interface EntryFormProps {
  entry: LedEntry;
  number: number;
  error: string | null;
  onChange: (part: Partial<LedEntry>) => void;
  onRemove: (() => void) | null;
}

function EntryForm({ entry, number, error, onChange, onRemove }: EntryFormProps) {
  return (
    <fieldset
      className="flex flex-col gap-2 rounded-control border border-line px-3 pb-3"
      data-testid="led-entry"
    >
      <legend className="px-1 text-note text-ink-3">{t('led.entry', { n: number })}</legend>
      <TextField
        label={t('led.text')}
        required
        placeholder={t('led.textPlaceholder')}
        data-testid="led-text"
        maxLength={200}
        value={entry.text}
        error={error}
        onValueChange={(text) => onChange({ text })}
      />
      <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_1fr_1fr_4rem_auto]">
        <SelectField
          label={t('led.fontSize')}
          placeholder=""
          options={[...new Set([...SIZES, entry.size])].map((size) => ({
            value: String(size),
            label: String(size),
          }))}
          value={String(entry.size)}
          onChange={(size) => onChange({ size: Number(size) })}
        />
        <SelectField
          label={t('led.effect')}
          placeholder=""
          options={LED_EFFECTS.map((effect) => ({ value: effect, label: t(`led.effect.${effect}`) }))}
          value={entry.effect}
          onChange={(effect) => onChange({ effect: effect as LedEffect })}
        />
        <SelectField
          label={t('led.speed')}
          placeholder=""
          options={Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          value={String(entry.speed)}
          onChange={(speed) => onChange({ speed: Number(speed) })}
        />
        <label className="flex flex-col gap-1 text-note font-medium text-ink-2">
          {t('led.color')}
          <input
            type="color"
            value={entry.color}
            onChange={(event) => onChange({ color: event.target.value })}
            className="h-11 w-full rounded-control border border-line-strong bg-raised p-1"
          />
        </label>
        {onRemove && (
          <IconButton label={t('led.remove', { n: number })} icon={<Trash2 size={18} />} onClick={onRemove} />
        )}
      </div>
    </fieldset>
  );
}
