import { useState } from 'react';
import { Button, TextAreaField } from '@farm3d/ui';
import { t } from '../zh-CN.ts';

const COMMENT_MAX = 2000;

interface CommentFormProps {
  isSending?: boolean;
  /** Answers whether it is stored: what was typed stays otherwise. */
  send: (text: string) => Promise<boolean>;
}

/** A comment to one alarm or to many. */
export function CommentForm({ isSending = false, send }: CommentFormProps) {
  const [text, setText] = useState('');
  const canSend = text.trim() !== '' && Array.from(text).length <= COMMENT_MAX;
  return (
    <form
      className="flex flex-col items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSend) return;
        void send(text).then((isStored) => {
          if (isStored) setText('');
        });
      }}
    >
      <div className="w-full">
        <TextAreaField
          label={t('alarmList.comment')}
          value={text}
          limit={COMMENT_MAX}
          rows={2}
          data-testid="alarm-comment"
          onValueChange={setText}
        />
      </div>
      <Button type="submit" size="sm" busy={isSending} disabled={!canSend} data-testid="alarm-comment-send">
        {t('alarmList.comment.send')}
      </Button>
    </form>
  );
}
