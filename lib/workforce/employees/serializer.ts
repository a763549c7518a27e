import { imageUrl, presentImage } from "@/lib/art/images/serializer";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { publicUrl } from "@/lib/kernel/env";
import { joinNames } from "@/lib/kernel/names";
import { organizationPageUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { presentMinimalEmployment } from "./identity";
import { isConnected } from "./visibility";
import type {
  EarnerEmployment,
  Employee,
  EmployeeBadge,
  EmployeeData,
  Employment,
  EmploymentBadge,
  Invitation,
  MinimalEmployment,
} from "./schema";

/** How many histories an event shows, the newest ones. */
const MAX_HISTORIES = 50;

export const employeeSelect = {
  id: true,
  email: true,
  externalId: true,
  userId: true,
  state: true,
  stateUpdatedAt: true,
  lastInvitationSentAt: true,
  deactivatedAt: true,
  firstName: true,
  lastName: true,
  team: true,
  positionTitle: true,
  managerFirstName: true,
  managerLastName: true,
  managerExternalId: true,
  country: true,
  zipCode: true,
  stateOrProvince: true,
  department: true,
  organizationLevel1: true,
  organizationLevel2: true,
  organizationLevel3: true,
  jobFamily: true,
  createdAt: true,
  user: { select: { photoId: true, bio: true, vanitySlug: true } },
} satisfies Prisma.EmployeeSelect;

const historySelect = {
  id: true,
  current: true,
  employerJobTitle: true,
  partnerOccupation: true,
  occupationName: true,
  modelVersion: true,
  confidenceRating: true,
  state: true,
} satisfies Prisma.EmploymentHistorySelect;

/** The positions of an employee, the newest first. */
export const historiesSelect = {
  select: historySelect,
  orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  take: MAX_HISTORIES,
} satisfies Prisma.Employee$historiesArgs;

export const employmentSelect = {
  ...employeeSelect,
  level: true,
  lastUpdatedByOrganizationAt: true,
  organization: { select: { id: true, name: true, bio: true, industryId: true, workforceEnabled: true } },
  histories: historiesSelect,
} satisfies Prisma.EmployeeSelect;

/** The columns of an employment that the employee sees, without the employer's notes about them. */
export const earnerEmploymentSelect = {
  id: true,
  email: true,
  positionTitle: true,
  state: true,
  stateUpdatedAt: true,
  lastInvitationSentAt: true,
  deactivatedAt: true,
  createdAt: true,
  organization: { select: { id: true, name: true, bio: true, photoId: true, vanitySlug: true } },
} satisfies Prisma.EmployeeSelect;

export type EarnerEmploymentRow = Prisma.EmployeeGetPayload<{ select: typeof earnerEmploymentSelect }>;
export type EmployeeRow = Prisma.EmployeeGetPayload<{ select: typeof employeeSelect }>;
type EmploymentColumns = Prisma.EmployeeGetPayload<{ select: typeof employmentSelect }>;

export const badgeSelect = {
  id: true,
  issuedTo: true,
  issuedToFirstName: true,
  issuedToMiddleName: true,
  issuedToLastName: true,
  issuedAt: true,
  issuedAtDate: true,
  expiresAt: true,
  expiresAtDate: true,
  state: true,
  public: true,
} satisfies Prisma.IssuedBadgeSelect;

/**
 * A badge with the columns of its template and issuer that an employer sees: one row of one query for many employees.
 */
export type EmployeeBadgeRow = Prisma.IssuedBadgeGetPayload<{ select: typeof badgeSelect }> & {
  templateId: string;
  templateName: string;
  description: string;
  skills: string[];
  imageId: string;
  issuerName: string;
  issuerPhotoId: string | null;
};

type HistoryRow = Prisma.EmploymentHistoryGetPayload<{ select: typeof historySelect }>;
export type EmployeeDataRow = { employee: EmployeeRow; badges: EmployeeBadgeRow[]; histories: HistoryRow[] };
export type EmploymentRow = { employee: EmploymentColumns; badges: EmployeeBadgeRow[] };

/** The employer sees the earner's bio and photo while they are connected. */
const visibleProfile = (row: EmployeeRow) => (isConnected(row) ? row.user : null);

const formatTime = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentEmployee(row: EmployeeRow): Employee {
  return {
    id: row.id,
    email: row.email,
    created_at: row.createdAt.toISOString(),
    employee_state: row.state,
    employee_state_updated_at: row.stateUpdatedAt.toISOString(),
    last_invitation_sent_at: formatTime(row.lastInvitationSentAt),
    deactivated_at: formatTime(row.deactivatedAt),
    first_name: row.firstName,
    last_name: row.lastName,
    full_name: joinNames(row.firstName, row.lastName) || null,
    photo_url: presentImage(visibleProfile(row)?.photoId ?? null)?.url ?? null,
    team: row.team,
    external_id: row.externalId,
    position_title: row.positionTitle,
    manager_first_name: row.managerFirstName,
    manager_last_name: row.managerLastName,
    manager_external_id: row.managerExternalId,
    location: [row.stateOrProvince, row.country].filter(Boolean).join(", ") || null,
    country: row.country,
    zip_code: row.zipCode,
    state_or_province: row.stateOrProvince,
    department: row.department,
    organization_level_1: row.organizationLevel1,
    organization_level_2: row.organizationLevel2,
    organization_level_3: row.organizationLevel3,
    job_family: row.jobFamily,
  };
}

function presentBadge(row: EmployeeBadgeRow): EmployeeBadge {
  const image = imageUrl(row.imageId);
  return {
    id: row.id,
    issued_to: row.issuedTo,
    issued_to_first_name: row.issuedToFirstName,
    issued_to_middle_name: row.issuedToMiddleName,
    issued_to_last_name: row.issuedToLastName,
    issued_at: row.issuedAt.toISOString(),
    issued_at_date: toIsoDate(row.issuedAtDate),
    expires_at: row.expiresAt?.toISOString() ?? null,
    expires_at_date: row.expiresAtDate ? toIsoDate(row.expiresAtDate) : null,
    state: row.state,
    public: row.public,
    badge_template: {
      id: row.templateId,
      image: { id: row.imageId, url: image },
      image_url: image,
      description: row.description,
      name: row.templateName,
      skills: row.skills,
    },
    issuer: { name: row.issuerName, image_url: presentImage(row.issuerPhotoId)?.url ?? null },
  };
}

/** Presents a badge for employment events. */
export const presentEmploymentBadge = (row: EmployeeBadgeRow): EmploymentBadge => ({
  ...presentBadge(row),
  badge_url: badgePageUrl(row.id),
});

const presentHistory = (row: HistoryRow) => ({
  id: row.id,
  current: row.current,
  employer_job_title: row.employerJobTitle,
  partner_occupation: row.partnerOccupation,
  occupation_name: row.occupationName,
  model_version: row.modelVersion,
  confidence_rating: row.confidenceRating,
  state: row.state,
});

/** Presents the data view (specification, "Employee"). */
export function presentEmployeeData({ employee, badges, histories }: EmployeeDataRow): EmployeeData {
  const profile = visibleProfile(employee);
  return {
    ...presentEmployee(employee),
    bio: profile?.bio ?? null,
    vanity_url: profile ? publicUrl(`/users/${profile.vanitySlug}`) : null,
    badges: badges.map(presentBadge),
    employment_histories: histories.map(presentHistory),
  };
}

/** Presents the event view, which is minimal when the organization has lost its access to workforce data. */
export function presentEmployment({ employee, badges }: EmploymentRow): Employment | MinimalEmployment {
  const { organization } = employee;
  if (!organization.workforceEnabled) return presentMinimalEmployment(employee);
  return {
    ...presentEmployee(employee),
    last_updated_by_organization_at: employee.lastUpdatedByOrganizationAt.toISOString(),
    level: employee.level,
    employer: {
      id: organization.id,
      name: organization.name,
      bio: organization.bio,
      industry: organization.industryId,
    },
    badges: badges.map(presentEmploymentBadge),
    employment_histories: employee.histories.map(presentHistory),
  };
}

/** Presents an employment for the employee's own pages. */
export const presentEarnerEmployment = ({ organization, ...row }: EarnerEmploymentRow): EarnerEmployment => ({
  id: row.id,
  email: row.email,
  position_title: row.positionTitle,
  employee_state: row.state,
  employee_state_updated_at: row.stateUpdatedAt.toISOString(),
  last_invitation_sent_at: formatTime(row.lastInvitationSentAt),
  deactivated_at: formatTime(row.deactivatedAt),
  created_at: row.createdAt.toISOString(),
  employer: {
    id: organization.id,
    name: organization.name,
    bio: organization.bio,
    photo_url: presentImage(organization.photoId)?.url ?? null,
    vanity_url: organizationPageUrl(organization.vanitySlug),
  },
});

/** Presents when the invitations of a request begin to be sent. */
export const presentInvitation = ({ start }: { start: Date }): Invitation => ({
  resend_start: start.toISOString(),
});
