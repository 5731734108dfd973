import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Button, TextField } from '@farm3d/ui';
import { PageDialog } from '../../kit/dialog.tsx';
import { t } from './zh-CN.ts';

const SIZE = { width: 480, height: 200 } as const;
const INK = '#101413';

interface SignatureDialogProps {
  /** Name of who signs, at first. */
  name: string;
  onClose: () => void;
  onSigned: (image: Blob, name: string) => void;
}

/** Takes a name and a signature by finger, pen or mouse. The name counts where none can be drawn. */
export function SignatureDialog({ name: first, onClose, onSigned }: SignatureDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  const [name, setName] = useState(first);
  const [isWrong, setWrong] = useState(false);
  const clear = (): void => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIZE.width, SIZE.height);
  };
  useEffect(clear, []);
  const at = ({ clientX, clientY }: PointerEvent): { x: number; y: number } => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: ((clientX - box.left) / box.width) * SIZE.width,
      y: ((clientY - box.top) / box.height) * SIZE.height,
    };
  };
  const draw = (event: PointerEvent): void => {
    const context = canvas.current?.getContext('2d');
    if (!last.current || !context) return;
    const next = at(event);
    context.strokeStyle = INK;
    context.lineWidth = 3;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(last.current.x, last.current.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    last.current = next;
  };
  const sign = (): void => {
    if (name.trim() === '') return setWrong(true);
    canvas.current?.toBlob((image) => image && onSigned(image, name.trim()), 'image/png');
  };
  return (
    <PageDialog
      onClose={onClose}
      title={t('orders.sign')}
      testId="signature-dialog"
      actions={
        <>
          <Button variant="quiet" onClick={clear}>
            {t('common.clear')}
          </Button>
          <Button variant="primary" data-testid="signature-done" onClick={sign}>
            {t('orders.sign.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('orders.sign.name')}
          value={name}
          maxLength={64}
          error={isWrong && name.trim() === '' ? t('orders.sign.name.required') : null}
          data-testid="signature-name"
          onValueChange={setName}
        />
        <canvas
          ref={canvas}
          width={SIZE.width}
          height={SIZE.height}
          data-testid="signature-pad"
          className="w-full touch-none rounded-control border border-line-strong bg-white"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = at(event);
            draw(event);
          }}
          onPointerMove={draw}
          onPointerUp={() => {
            last.current = null;
          }}
        >
          {t('orders.sign.here')}
        </canvas>
        <p className="text-note text-ink-3">{t('orders.sign.here')}</p>
      </div>
    </PageDialog>
  );
}
