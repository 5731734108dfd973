import { useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
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
