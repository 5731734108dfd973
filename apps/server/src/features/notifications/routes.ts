import { NOTIFICATION_KINDS, notifications as calls, pageOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { PushKeys } from '../../platform/notifications/push.ts';
import { personsOnly } from '../../platform/http/refuse-programs.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryRow, NotificationRepository } from './repository.ts';
import {
  defaultText,
  render,
  unknownVariables,
  VARIABLES,
  type Language,
  type RenderedNotification,
} from './texts.ts';

interface Dependencies {
  readonly notifications: NotificationRepository;
  readonly deliverer: Pick<Deliverer, 'deliver'>;
  /** Whether this server can send e-mail. */
  readonly mail: { readonly configured: boolean };
  readonly pushKeys: Pick<PushKeys, 'publicKey'>;
}

const LANGUAGES = ['zh-CN', 'en'] as const;

/** `/api/notifications`: what a person is notified of, how, and what came of it; and the texts of the organisation. */
export function notificationRoutes(needs: Dependencies): ServedCall[] {
  // A program could otherwise add a channel that outlives its key, or silence the alarms of its maker.
  return [...personalRoutes(needs).map(personsOnly), ...templateRoutes(needs)];
}

function personalRoutes({ notifications, deliverer, mail, pushKeys }: Dependencies): ServedCall[] {
  /** Renders in the language and time zone of the caller, with the texts of the organisation. */
  const textsFor = async (principal: Principal) => {
    const preferences = await notifications.preferences(principal);
    const own = await notifications.templates(principal.organisationId);
    return (notification: RenderedNotification) => {
      const { kind } = notification;
      const template = own.find((one) => one.kind === kind && one.language === preferences.language);
      return render(template ?? defaultText(kind, preferences.language), notification, preferences);
    };
  };
  const deliveryAnswer = (
    { kind, severity, variables, ...row }: DeliveryRow,
    textOf: Awaited<ReturnType<typeof textsFor>>,
  ) => ({ ...row, subject: textOf({ kind, severity, variables, at: row.createTime.getTime() }).subject });

  return [
    serve(calls.list, async ({ principal, query }) => {
      const { items, ...counts } = await notifications.list(principal, query.unread === true, pageOf(query));
      const textOf = await textsFor(principal);
      return {
        ...counts,
        items: items.map(({ variables, ...row }) => ({
          ...row,
          severity: row.severity as 'MAJOR' | null,
          ...textOf({ ...row, variables, at: row.createTime.getTime() }),
        })),
      };
    }),
    serve(calls.read, async ({ principal, body }) => {
      await notifications.read(principal, body.ids);
      return null;
    }),
    serve(calls.preferences, ({ principal }) => notifications.preferences(principal)),
    serve(calls.setPreferences, async ({ principal, body }) => {
      const isStored = await notifications.setPreferences(principal, body);
      if (!isStored) throw new HttpProblem(400, 'field.invalid', { field: 'groups' });
      return notifications.preferences(principal);
    }),
    serve(calls.channels, async ({ principal }) => {
      const items = await notifications.channels(principal);
      return { items, total: items.length, mail: mail.configured };
    }),
    serve(calls.pushKey, () => ({ publicKey: pushKeys.publicKey })),
    serve(calls.addChannel, async ({ principal, body }) => {
      const added = await notifications.addChannel(principal, body);
      if (!added) throw new HttpProblem(409, 'notification.channels.tooMany', { error: 'too_many' });
      return added;
    }),
    serve(calls.switchChannel, async ({ principal, path, body }) => {
      if (!(await notifications.switchChannel(principal, path.id, body.enabled))) throw notFound();
      return null;
    }),
    serve(calls.removeChannel, async ({ principal, path }) => {
      if (!(await notifications.removeChannel(principal, path.id))) throw notFound();
      return null;
    }),
    serve(calls.test, async ({ principal, path }) => {
      const made = await notifications.makeTest(principal, path.id);
      if (made === 'often')
        throw new HttpProblem(429, 'rate.tooMany', { error: 'rate_limited', retryAfter: 60 });
      if (made === null) throw notFound();
      await deliverer.deliver(made.id);
      const row = await notifications.delivery(principal, made.id);
      if (!row) throw notFound();
      return deliveryAnswer(row, await textsFor(principal));
    }),
    serve(calls.deliveries, async ({ principal, query }) => {
      const { items, ...page } = await notifications.deliveries(principal, pageOf(query));
      const textOf = await textsFor(principal);
      return { items: items.map((row) => deliveryAnswer(row, textOf)), ...page };
    }),
  ];
}

function templateRoutes({ notifications }: Pick<Dependencies, 'notifications'>): ServedCall[] {
  return [
    serve(calls.templates, async ({ principal }) => {
      const own = await notifications.templates(principal.organisationId);
      const items = NOTIFICATION_KINDS.flatMap((kind) =>
        LANGUAGES.map((language: Language) => {
          const stored = own.find((one) => one.kind === kind && one.language === language);
          const { subject, content } = stored ?? defaultText(kind, language);
          return {
            kind,
            language,
            subject,
            content,
            own: stored !== undefined,
            variables: [...VARIABLES[kind]],
          };
        }),
      );
      return { items, total: items.length };
    }),
    serve(calls.onCall, ({ principal }) => notifications.onCall(principal.organisationId)),
    serve(calls.setOnCall, async ({ principal, body }) => {
      const isStored = await notifications.setOnCall(principal.organisationId, body.rota);
      if (!isStored) throw new HttpProblem(400, 'field.invalid', { field: 'rota.people' });
      return notifications.onCall(principal.organisationId);
    }),
    serve(calls.setTemplate, async ({ principal, body }) => {
      for (const field of ['subject', 'content'] as const)
        if (unknownVariables(body.kind, body[field]).length > 0)
          throw new HttpProblem(400, 'notification.variable', { field });
      await notifications.setTemplate(principal.organisationId, body);
      return null;
    }),
  ];
}
