import { useState } from 'react';
import { KeyRound } from 'lucide-react';
import { Button, TextAreaField, TextField } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import { linkageApi } from '../linkage-api.ts';
import { t } from '../zh-CN.ts';
import type { ActionFieldsProps } from './command-fields.tsx';

const CONTENT_MAX = 2000;

/** A webhook: its address, its text, and the key with which its receiver checks the signature. */
export function WebhookFields({ action, path, errors, onChange }: ActionFieldsProps) {
  return (
    <>
      <TextField
        label={t('linkages.address')}
        hint={t('linkages.address.hint')}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        data-testid={`field-${path}.url`}
        value={action.url}
        error={errors[`${path}.url`]}
        onValueChange={(url) => onChange({ url })}
      />
      <TextAreaField
        label={t('linkages.content')}
        limit={CONTENT_MAX}
        rows={2}
        data-testid={`field-${path}.content`}
        value={action.content}
        error={errors[`${path}.content`]}
        onValueChange={(content) => onChange({ content })}
      />
      <SigningKey />
    </>
  );
}

/** The key, when it was asked for. */
function SigningKey() {
  const [key, setKey] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    try {
      setKey((await linkageApi.webhookKey()).key);
    } catch (error) {
      showToast('error', problemText(error), 'linkages.webhookKey');
    }
  };
  if (key !== null) return <CopyLine label={t('linkages.signingKey')} text={key} testId="webhook-key" />;
  return (
    <div>
      <Button
        size="sm"
        variant="quiet"
        icon={<KeyRound size={16} />}
        data-testid="webhook-key-show"
        onClick={() => void show()}
      >
        {t('linkages.signingKey.show')}
      </Button>
    </div>
  );
}
