import { PageDialog } from '../../../../kit/dialog.tsx';
import { t } from '../../texts/zh-CN.ts';

/** Keys and their actions; `+` joins keys that are pressed together, a space separates alternatives. */
const GROUPS = [
  [
    'keys.select',
    [
      ['Shift+{click}', 'keys.add'],
      ['Shift+{drag}', 'keys.rectangle'],
      ['Ctrl+A', 'keys.all'],
      ['Esc', 'keys.escape'],
    ],
  ],
  [
    'keys.move',
    [
      ['← → ↑ ↓', 'keys.nudge'],
      ['PgUp PgDn', 'keys.raise'],
      ['[ ]', 'keys.turn'],
      ['+ −', 'keys.grow'],
      ['Shift', 'keys.fine'],
      ['Enter', 'keys.commit'],
    ],
  ],
  [
    'keys.tools',
    [
      ['G', 'keys.snap'],
      ['Ctrl', 'keys.snapInvert'],
      ['Ctrl+C', 'keys.copy'],
      ['Ctrl+V', 'keys.paste'],
      ['Ctrl+Shift+V', 'keys.pasteAll'],
      ['Delete', 'keys.remove'],
    ],
  ],
  [
    'keys.scene',
    [
      ['Ctrl+Z', 'keys.undo'],
      ['Ctrl+Y', 'keys.redo'],
      ['Ctrl+S', 'keys.save'],
      ['Alt+← → ↑ ↓', 'keys.camera'],
      ['?', 'keys.help'],
    ],
  ],
] as const;

/** The keyboard shortcuts of edit mode. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <PageDialog title={t('keys.title')} testId="shortcuts-dialog" onClose={onClose}>
      {/* Higher than a phone's screen and without buttons: focusable, so that keys scroll it. */}
      <section
        aria-label={t('keys.title')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className="grid gap-x-8 gap-y-4 rounded-control sm:grid-cols-2"
      >
        {GROUPS.map(([title, keys]) => (
          <section key={title} aria-label={t(title)}>
            <h3 className="pb-1 text-note font-semibold text-ink-2">{t(title)}</h3>
            <dl className="flex flex-col gap-1.5">
              {keys.map(([names, actionKey]) => (
                <div key={actionKey} className="flex items-center justify-between gap-3 text-note">
                  <dt className="text-ink-2">{t(actionKey)}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    {names.split(' ').map((name) => (
                      <kbd
                        key={name}
                        className="rounded-[6px] border border-line-strong bg-page px-1.5 py-0.5 font-sans text-xs whitespace-nowrap text-ink"
                      >
                        {name.replace('{click}', t('keys.click')).replace('{drag}', t('keys.drag'))}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </PageDialog>
  );
}
