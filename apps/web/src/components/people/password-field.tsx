import { useState } from 'react';
import { Eye, EyeOff, CircleAlert } from 'lucide-react';
import { IconButton, TextField, type TextFieldProps } from '@farm3d/ui';
import { t } from '../../platform/locale.ts';

/** A password with the button that reveals it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [revealed, setRevealed] = useState(false);
  return (
    <TextField
      {...props}
      type={revealed ? 'text' : 'password'}
      required
      trailing={
        <IconButton
          label={t(revealed ? 'login.conceal' : 'login.reveal')}
          pressed={revealed}
          className="bg-transparent"
          icon={revealed ? <EyeOff size={18} /> : <Eye size={18} />}
          onClick={() => setRevealed(!revealed)}
        />
      }
    />
  );
}

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
