import type { EmployeeChange } from "./schema";

const firstGiven = <Value>(value: Value | undefined, alias: Value | undefined): Value | undefined =>
  value === undefined ? alias : value;

/** Returns the columns of a body. Omitted ones are undefined, which changes nothing. */
const columnsFromBody = (body: EmployeeChange) => ({
  firstName: body.first_name,
  lastName: body.last_name,
  team: body.team,
  externalId: body.external_id,
  positionTitle: body.position_title,
  managerFirstName: body.manager_first_name,
  managerLastName: body.manager_last_name,
  managerExternalId: body.manager_external_id,
  country: body.country,
  zipCode: body.zip_code,
  stateOrProvince: body.state_or_province,
  department: body.department,
  jobFamily: body.job_family,
  organizationLevel1: firstGiven(body.organization_level_1, body.organization_level1),
  organizationLevel2: firstGiven(body.organization_level_2, body.organization_level2),
  organizationLevel3: firstGiven(body.organization_level_3, body.organization_level3),
});

/** The fields of an employee that a body can set. */
export const GIVEN_FIELDS = Object.keys(columnsFromBody({}));

export type Columns = Record<keyof ReturnType<typeof columnsFromBody>, string | null>;

/**
 * Returns the columns that a body sets, and with `before` only those that differ from it. Empty text is stored as
 * null.
 */
export function changedColumns(body: EmployeeChange, before?: Columns): Partial<Columns> {
  const entries = Object.entries(columnsFromBody(body) as Partial<Columns>)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, value || null] as const);
  const changed = before ? entries.filter(([key, value]) => before[key as keyof Columns] !== value) : entries;
  return Object.fromEntries(changed) as Partial<Columns>;
}
