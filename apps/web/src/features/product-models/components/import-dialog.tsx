import { useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import { Button, Dialog } from '@farm3d/ui';
import type { Models } from '../list-model.ts';
import { t } from '../zh-CN.ts';

/** Imports the product models of a JSON file and shows its errors. */
export function ImportDialog({ model }: { model: Models }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    model.showImport(false);
    setFile(null);
    setProblem(null);
  };
  const send = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    const wrong = await model.importFile(file);
    setBusy(false);
    if (wrong === null) close();
    else setProblem(wrong);
  };
  return (
    <Dialog
      open={model.isImporting.value}
      onClose={close}
      title={t('models.import.title')}
      closeLabel={t('common.close')}
      testId="model-import-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={file === null || busy}
            busy={busy}
            data-testid="model-import-submit"
            onClick={() => void send()}
          >
            {t('models.import.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-start gap-4 pt-1">
        <p className="text-body text-ink-2">{t('models.import.hint')}</p>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            setProblem(null);
            target.value = '';
          }}
        />
        <Button
          icon={<FileUp size={18} />}
          data-testid="model-import-choose"
          onClick={() => input.current?.click()}
        >
          {t('models.import.choose')}
        </Button>
        {file && <p className="text-note text-ink-2">{t('models.import.chosen', { name: file.name })}</p>}
        {problem !== null && (
          <p
            role="alert"
            data-testid="model-import-problem"
            className="w-full rounded-control bg-alarm-soft px-3 py-2 text-note break-words text-alarm"
          >
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
