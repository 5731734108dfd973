import type { ReactNode } from 'react';
import { createModel } from '@preact/signals-react';
import { Badge, Button, Skeleton } from '@farm3d/ui';
import { access, users, type DeviceShare, type PersonReach, type Reach } from '@farm3d/api';
import { PageDialog } from '../../kit/dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { dateText } from '../../platform/time-text.ts';
import { knownRoles, levelText, rightText, roleText } from './role-text.ts';
import { t } from './zh-CN.ts';

/** Of what is asked who may use it, or that a person is asked about. */
type AccessSubject = 'device' | 'scene' | 'person';

/** Who may use something, or what a person may do. */
const AccessModel = createModel(({ clientOf }: Services, of: AccessSubject, id: string) => {
  const calls = clientOf({ access, users });
  const answer = loadable<Reach | PersonReach>(async (abort) => {
    const [reach, roles] = await Promise.all([
      calls.access[of](id, { signal: abort }),
      calls.users.roles({ signal: abort }),
    ]);
    knownRoles(roles.items);
    return reach;
  });
  void answer.load();
  return { answer };
});

interface AccessDialogProps {
  of: AccessSubject;
  id: string;
  /** Name of the device, scene or person. */
  name: string;
  onClose: () => void;
}

/** Who may use a device or a scene, or what a person may do: as the server decides it now. */
export default function AccessDialog({ of, id, name, onClose }: AccessDialogProps) {
  const { answer } = useModelOf(AccessModel, of, id);
  const shown = answer.value.value;
  return (
    <PageDialog
      onClose={onClose}
      title={t(`access.title.${of}`, { name })}
      testId="access-dialog"
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Loaded of={answer} skeleton={<Skeleton className="h-48" />}>
        {() =>
          shown && (
            <div className="flex flex-col gap-5 pt-1" data-testid="access">
              {'people' in shown ? (
                <OfObject reach={shown} isDevice={of === 'device'} />
              ) : (
                <OfPerson reach={shown} />
              )}
              <Keys keys={shown.keys} />
              <Embeds tokens={shown.embedTokens} />
            </div>
          )
        }
      </Loaded>
    </PageDialog>
  );
}

const listed = (texts: readonly string[]): string => texts.join(t('access.comma'));
const untilText = (at: number | null): string =>
  at === null ? t('access.forever') : t('access.until', { date: dateText(at) });

function OfObject({ reach: { people, shares }, isDevice }: { reach: Reach; isDevice: boolean }) {
  return (
    <>
      <Part title={t('access.people')} isEmpty={people.length === 0}>
        {people.map(({ userId, username, displayName, roles, rights, level }) => (
          <Row
            key={userId}
            testId="access-person"
            name={displayName || username}
            about={listed(rights.map(rightText))}
            badges={
              <>
                {roles.map((role) => (
                  <Badge key={role} tone="water">
                    {roleText(role)}
                  </Badge>
                ))}
                {level && <Badge tone="leaf">{t('access.byRule', { level: levelText(level) })}</Badge>}
              </>
            }
          />
        ))}
      </Part>
      {isDevice && <Shares title={t('access.shares')} shares={shares} nameOf={({ partner }) => partner} />}
    </>
  );
}

function OfPerson({ reach }: { reach: PersonReach }) {
  const { locked, rights, roles, rules, shares, installationOperator } = reach;
  const rightTexts = [
    ...rights.map(rightText),
    ...(installationOperator && !locked ? [t('access.operator')] : []),
  ];
  return (
    <>
      <section className="flex flex-col gap-2">
        <p className="text-note text-ink-3">{t('access.roles', { roles: listed(roles.map(roleText)) })}</p>
        {rightTexts.length === 0 ? (
          <p className="text-body">{t(locked ? 'access.locked' : 'access.none.rights')}</p>
        ) : (
          <ul data-testid="access-rights" className="list-disc pl-5 text-body">
            {rightTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </section>
      <Part title={t('access.rules')} isEmpty={rules.length === 0}>
        {rules.map((rule) => (
          <Row key={rule.id} testId="access-rule" name={rule.what} about={levelText(rule.level)} />
        ))}
      </Part>
      <Shares
        title={t('access.received')}
        shares={shares}
        nameOf={({ deviceName, partner }) => `${deviceName} · ${partner}`}
      />
    </>
  );
}

interface SharesProps {
  title: string;
  shares: readonly DeviceShare[];
  nameOf: (share: DeviceShare) => string;
}

function Shares({ title, shares, nameOf }: SharesProps) {
  return (
    <Part title={title} isEmpty={shares.length === 0}>
      {shares.map((share) => (
        <Row
          key={share.id}
          testId="access-share"
          name={nameOf(share)}
          about={[
            listed(share.permissions.map((permission) => t(`access.share.${permission}`))),
            ...(share.attributes === null
              ? []
              : [t('access.share.only', { keys: listed(share.attributes) })]),
            untilText(share.expiresAt),
          ].join(' · ')}
        />
      ))}
    </Part>
  );
}

function Keys({ keys }: { keys: Reach['keys'] }) {
  return (
    <Part title={t('access.keys')} isEmpty={keys.length === 0}>
      {keys.map(({ id, name, username, rights, readOnly, expiresAt }) => (
        <Row
          key={id}
          testId="access-key"
          name={name}
          about={`${listed(rights.map(rightText)) || t('access.none.rights')} · ${t('access.by', { name: username })} · ${untilText(expiresAt)}`}
          badges={readOnly && <Badge tone="neutral">{t('access.readOnly')}</Badge>}
        />
      ))}
    </Part>
  );
}

function Embeds({ tokens }: { tokens: Reach['embedTokens'] }) {
  return (
    <Part title={t('access.embeds')} isEmpty={tokens.length === 0}>
      {tokens.map(({ id, name, sceneName, username, expiresAt }) => (
        <Row
          key={id}
          testId="access-embed"
          name={name}
          about={`${t('access.embed.shows', { scene: sceneName })} · ${t('access.by', { name: username })} · ${untilText(expiresAt)}`}
        />
      ))}
    </Part>
  );
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-note font-semibold text-ink-3">{title}</h3>
      {isEmpty ? (
        <p className="text-note text-ink-3">{t('access.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-control border border-line">{children}</ul>
      )}
    </section>
  );
}

interface RowProps {
  testId: string;
  name: string;
  about: string;
  badges?: ReactNode;
}

function Row({ testId, name, about, badges }: RowProps) {
  return (
    <li data-testid={testId} data-name={name} className="flex flex-col gap-0.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="min-w-0 text-body font-medium break-words">{name}</p>
        {badges}
      </div>
      <p className="text-note text-ink-2">{about}</p>
    </li>
  );
}
