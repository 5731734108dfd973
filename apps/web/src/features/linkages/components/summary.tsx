import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { Section } from '../../../components/section.tsx';
import { linkagePath } from '../../../platform/paths.ts';
import type { Editor } from '../editor-model.ts';
import { conflictText } from '../sentence.ts';
import { t } from '../zh-CN.ts';

/** The linkage of the form as a sentence, and the other linkages with which it is in conflict. */
export function Summary({ model }: { model: Editor }) {
  const catalogue = model.catalogue.value;
  return (
    <Section title={t('linkages.summary')}>
      <p aria-live="polite" data-testid="linkage-preview" className="text-body break-words">
        {model.sentence.value}
      </p>
      {catalogue && (
        <ul className="mt-3 flex flex-col gap-2 empty:mt-0">
          {model.conflicts.value.map((conflict) => (
            <li
              key={`${conflict.otherId} ${conflict.deviceId} ${conflict.method} ${conflict.otherMethod}`}
              data-testid="linkage-conflict"
              className="flex items-start gap-2 rounded-control bg-amber-soft px-3 py-2 text-note text-amber"
            >
              <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
              <span className="min-w-0 flex-1 break-words">{conflictText(conflict, catalogue)}</span>
              <Link href={linkagePath(conflict.otherId)} className="shrink-0 font-medium underline">
                {t('linkages.conflict.open')}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
