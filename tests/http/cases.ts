import type { CallName } from '@farm3d/api';
import { expect } from 'vitest';
import { PATIENCE_MS, withDeadline } from '../support/wait.ts';
import { accessCases } from './cases/access.ts';
import { accessRulesCases } from './cases/access-rules.ts';
import { rolesCases } from './cases/roles.ts';
import { agronomyCases } from './cases/agronomy.ts';
import { alarmHandlingCases, alarmsCases } from './cases/alarms.ts';
import { alarmSettingsCases } from './cases/alarm-settings.ts';
import { alarmTrialsCases } from './cases/alarm-trials.ts';
import { linkageTrialsCases } from './cases/linkage-trials.ts';
import { authCases } from './cases/auth.ts';
import { cropsCases } from './cases/crops.ts';
import { deviceLinkCases } from './cases/device-link.ts';
import { articlesCases, feedbackCases, organisationCases } from './cases/feedback.ts';
import { deviceImportsCases } from './cases/device-imports.ts';
import { devicesCases } from './cases/devices.ts';
import { deviceGroupsCases, groupsCases } from './cases/groups.ts';
import { filesCases } from './cases/files.ts';
import { regionsCases } from './cases/regions.ts';
import { areasCases } from './cases/areas.ts';
import { usersCases, sessionsCases, apiKeysCases, embedTokensCases, auditCases } from './cases/people.ts';
import { passkeysCases } from './cases/passkeys.ts';
import { passwordResetCases } from './cases/password-reset.ts';
import { singleSignOnCases } from './cases/single-sign-on.ts';
import { twoFactorsCases } from './cases/two-factors.ts';
import { videoCases } from './cases/video.ts';
import { handlesCases } from './cases/handles.ts';
import { ingestCases } from './cases/ingest.ts';
import { openApiCases } from './cases/open-api.ts';
import { invitationsCases, organisationExportsCases, organisationsCases } from './cases/organisations.ts';
import { productModelsCases } from './cases/product-models.ts';
import { integrationsCases } from './cases/integrations.ts';
import { linkagesCases } from './cases/linkages.ts';
import { relayCases } from './cases/relay.ts';
import { rpcCases } from './cases/rpc.ts';
import { scenesCases } from './cases/scenes.ts';
import { statisticsCases } from './cases/statistics.ts';
import { streamCases } from './cases/stream.ts';
import { systemCases } from './cases/system.ts';
import { telemetryCases } from './cases/telemetry.ts';
import { thingsboardCases } from './cases/thingsboard.ts';
import { notificationsCases } from './cases/notifications.ts';
import { dataReportsCases } from './cases/data-reports.ts';
import { workOrderPlansCases } from './cases/work-order-plans.ts';
import { workOrdersCases } from './cases/work-orders.ts';
import { sharingCases } from './cases/sharing.ts';
import type { CaseTarget } from './cases/support.ts';

export type { CaseTarget } from './cases/support.ts';

/** One case per route. The type requires all of them: a route without a case does not compile. */
const CASES: Record<CallName, (target: CaseTarget) => Promise<void>> = {
  ...authCases,
  ...devicesCases,
  ...deviceImportsCases,
  ...sharingCases,
  ...groupsCases,
  ...deviceGroupsCases,
  ...productModelsCases,
  ...filesCases,
  ...areasCases,
  ...regionsCases,
  ...twoFactorsCases,
  ...passkeysCases,
  ...singleSignOnCases,
  ...passwordResetCases,
  ...accessCases,
  ...accessRulesCases,
  ...rolesCases,
  ...usersCases,
  ...sessionsCases,
  ...apiKeysCases,
  ...embedTokensCases,
  ...auditCases,
  ...videoCases,
  ...handlesCases,
  ...agronomyCases,
  ...cropsCases,
  ...workOrdersCases,
  ...workOrderPlansCases,
  ...dataReportsCases,
  ...notificationsCases,
  ...feedbackCases,
  ...articlesCases,
  ...organisationCases,
  ...organisationsCases,
  ...organisationExportsCases,
  ...invitationsCases,
  ...openApiCases,
  ...telemetryCases,
  ...alarmsCases,
  ...alarmHandlingCases,
  ...alarmSettingsCases,
  ...alarmTrialsCases,
  ...linkageTrialsCases,
  ...deviceLinkCases,
  ...rpcCases,
  ...integrationsCases,
  ...linkagesCases,
  ...relayCases,
  ...thingsboardCases,
  ...scenesCases,
  ...ingestCases,
  ...statisticsCases,
  ...streamCases,
  ...systemCases,
};

/** Runs one case with a deadline: a call without a response is a failure too. */
export async function runCase(name: CallName, target: CaseTarget): Promise<void> {
  const result = await withDeadline(
    CASES[name](target).then(() => 'passed' as const),
    PATIENCE_MS,
  );
  expect(result).toBe('passed');
}
