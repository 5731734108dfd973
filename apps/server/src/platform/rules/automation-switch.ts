/** Name of the switch among the settings of an organisation. */
export const AUTOMATIONS = 'automations';

/** SQL: whether an organisation, by the expression of its id, has switched its automations off, or is suspended. */
export const automationsOff = (organisationId: string): string =>
  `(exists (select from organisation_setting o where o.organisation_id = ${organisationId}
     and o.name = '${AUTOMATIONS}' and o.value ->> 'enabled' = 'false')
   or exists (select from organisation s where s.id = ${organisationId} and s.suspended_at is not null))`;
