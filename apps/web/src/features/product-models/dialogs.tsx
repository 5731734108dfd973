import { useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import { useLocation } from 'wouter';
import type { ProductModel } from '@farm3d/api';
import { Button, TextField } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { productModelPath } from '../../platform/paths.ts';
import { labelOf } from '../../platform/names.ts';
import type { Models } from './list-model.ts';
import { t } from './zh-CN.ts';

const FORM = 'model-copy-form';

/** Asks for the code and name of a copy, and opens its page. */
export function CopyDialog({ model }: { model: Models }) {
  const source = model.copying.subject.value;
  return source && <Copying key={source.id} model={model} source={source} />;
}

function Copying({ model, source }: { model: Models; source: ProductModel }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState(`${source.code}-2`);
  const [name, setName] = useState(source.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; field: string | undefined } | null>(null);
  const { close } = model.copying;
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await model.copy(source, code, name);
    setBusy(false);
    if (!('copy' in result)) return setProblem(result);
    close();
    navigate(productModelPath(result.copy.id));
  };
  const errorOf = (field: string): string | null => (problem?.field === field ? problem.text : null);
  const isElsewhere = problem && problem.field !== 'productModelCode' && problem.field !== 'name';
  return (
    <PageDialog
      onClose={close}
      title={t('models.copy.title', { name: labelOf(source) })}
      testId="model-copy-dialog"
      actions={
        <DialogButtons
          onCancel={close}
          label={t('models.copy')}
          form={FORM}
          busy={busy}
          testId="model-copy-submit"
        />
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-body text-ink-2">{t('models.copy.hint')}</p>
        {isElsewhere && (
          <p role="alert" className="rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
            {problem.text}
          </p>
        )}
        <TextField
          label={t('models.code')}
          required
          data-testid="model-copy-code"
          data-autofocus
          value={code}
          error={errorOf('productModelCode')}
          onValueChange={setCode}
        />
        <TextField
          label={t('models.name')}
          required
          data-testid="model-copy-name"
          value={name}
          error={errorOf('name')}
          onValueChange={setName}
        />
      </form>
    </PageDialog>
  );
}

/** Imports the product models of a JSON file and shows its errors. */
export function ImportDialog({ model }: { model: Models }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    model.importing.close();
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
    <PageDialog
      open={model.importing.subject.value !== null}
      onClose={close}
      title={t('models.import.title')}
      testId="model-import-dialog"
      actions={
        <DialogButtons
          onCancel={close}
          label={t('models.import.submit')}
          busy={busy}
          disabled={file === null || busy}
          testId="model-import-submit"
          onSubmit={() => void send()}
        />
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
    </PageDialog>
  );
}
