/** What an organisation may have at most. */
const QUOTAS = ['organisation_device_quota', 'organisation_storage_quota'] as const;
type Quota = (typeof QUOTAS)[number];

/** Whether the database refused a row because its organisation has as many as it may. @param quota default: any */
export function isOverQuota(error: unknown, quota?: Quota): boolean {
  if (!(error instanceof Error && 'constraint' in error)) return false;
  const name = QUOTAS.find((one) => one === error.constraint);
  return name !== undefined && (quota === undefined || name === quota);
}
