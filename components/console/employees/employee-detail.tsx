import { BadgeArt } from "@/components/public/badge/badge-art";
import { BadgeState, STATE_LABELS } from "@/components/console/issued-badges/badge-state";
import { DataTable, type Column } from "@/components/ui/data-table";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time";
import type { EmployeeExternalBadge } from "@/lib/credentials/external-badges/schema";
import type { EmployeeBadge, EmployeeData } from "@/lib/workforce/employees/schema";
import { BADGE_STATES } from "@/lib/badges/issued/choices";
import { connectionWords, nameOf } from "./employee-words";

type External = EmployeeExternalBadge["external_badge"];

/** Badges that the page shows; the data view has up to 1,000. */
const SHOWN = 50;

const named = (label: string, value: string | null): Fact[] => (value ? [{ term: label, value }] : []);

const joined = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(" ") || null;

/** What the organization wrote of an employee. */
const ownFacts = (employee: EmployeeData): Fact[] => [
  ...named("E-mail", employee.email),
  ...named("Your id", employee.external_id),
  ...named("Position", employee.position_title),
  ...named("Job family", employee.job_family),
  ...named("Team", employee.team),
  ...named("Department", employee.department),
  ...named("Organization, level 1", employee.organization_level_1),
  ...named("Organization, level 2", employee.organization_level_2),
  ...named("Organization, level 3", employee.organization_level_3),
  ...named("Manager", joined(employee.manager_first_name, employee.manager_last_name)),
  ...named("Manager’s id", employee.manager_external_id),
  ...named("Place", joined(employee.zip_code, employee.location)),
];

const connectionFacts = (employee: EmployeeData): Fact[] => [
  { term: "Connection", value: connectionWords(employee) },
  { term: "Since", value: <DateText value={employee.employee_state_updated_at} /> },
  {
    term: "Last invitation",
    value: employee.last_invitation_sent_at ? (
      <DateText value={employee.last_invitation_sent_at} />
    ) : (
      "None was sent"
    ),
  },
  { term: "Added", value: <DateText value={employee.created_at} /> },
];

/** What the organization sees and why, which the employee alone decides. */
const Consent = ({ employee }: { employee: EmployeeData }) => {
  const name = employee.first_name ?? nameOf(employee);
  if (employee.employee_state === "accepted") {
    return (
      <Notice tone="positive" title={`${name} is connected with you`}>
        You see the badges that you issued, in every state, and those of others that {name} accepted and shows
        in public. {name} can end this at any time.
      </Notice>
    );
  }
  return (
    <Notice title={`${name} shares no badges with you`}>
      Badges, picture and words of {name} appear here once they accept the connection. They are asked when
      they sign in; an invitation tells them.
    </Notice>
  );
};

const BADGE_COLUMNS: Column<EmployeeBadge>[] = [
  {
    key: "badge",
    label: "Badge",
    cell: ({ badge_template: template, issuer }) => (
      <div className="flex items-center gap-4">
        <BadgeArt src={template.image_url} name="" size={44} className="size-11" />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{template.name}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{issuer.name}</p>
        </div>
      </div>
    ),
  },
  { key: "state", label: "State", cell: ({ state }) => <BadgeState state={state} /> },
  {
    key: "issued",
    label: "Issued",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft",
    cell: ({ issued_at_date: date }) => <DateText value={date} />,
  },
];

const EXTERNAL_COLUMNS: Column<External>[] = [
  {
    key: "badge",
    label: "Badge",
    cell: ({ badge_name: name, issuer_name: issuer, image_url: image }) => (
      <div className="flex items-center gap-4">
        {image ? <BadgeArt src={image} name="" size={44} className="size-11" /> : null}
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{issuer ?? "Issuer unknown"}</p>
        </div>
      </div>
    ),
  },
  {
    key: "verified",
    label: "Verified",
    cell: ({ verification_status: { verified } }) =>
      verified ? <Tag tone="positive">Verified</Tag> : <Tag>Typed in</Tag>,
  },
  {
    key: "issued",
    label: "Issued",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft",
    cell: ({ issued_at_date: date }) => (date ? <DateText value={date} /> : null),
  },
];

/** How many badges there are in each state: "14 badges: 12 accepted, 2 pending". */
function countWords(badges: EmployeeBadge[]): string {
  const parts = BADGE_STATES.flatMap((state) => {
    const count = badges.filter((badge) => badge.state === state).length;
    return count > 0 ? [`${count.toLocaleString("en")} ${STATE_LABELS[state].toLowerCase()}`] : [];
  });
  return `${badges.length.toLocaleString("en")} ${badges.length === 1 ? "badge" : "badges"}: ${parts.join(", ")}.`;
}

const Badges = ({ badges }: { badges: EmployeeBadge[] }) => (
  <Section title="Badges">
    {badges.length === 0 ? (
      <p className="text-ink-soft">None that you see.</p>
    ) : (
      <>
        <p className="-mt-2 text-sm text-ink-soft tabular-nums">
          {countWords(badges)}
          {badges.length > SHOWN ? ` Here are the newest ${SHOWN}.` : ""}
        </p>
        <DataTable
          label="Badges"
          columns={BADGE_COLUMNS}
          rows={badges.slice(0, SHOWN)}
          keyOf={({ id }) => id}
        />
      </>
    )}
  </Section>
);

type ExternalBadges = { badges: EmployeeExternalBadge[]; total: number };

const External = ({ external: { badges, total } }: { external: ExternalBadges }) =>
  badges.length === 0 ? null : (
    <Section title="Badges from elsewhere">
      <p className="-mt-2 text-sm text-ink-soft tabular-nums">
        {total.toLocaleString("en")} that they brought along and show.
        {total > badges.length ? ` Here are the newest ${badges.length}.` : ""}
      </p>
      <DataTable
        label="Badges from elsewhere"
        columns={EXTERNAL_COLUMNS}
        rows={badges.map(({ external_badge: badge }) => badge)}
        keyOf={({ credly_record_id: id }) => id}
      />
    </Section>
  );

const Positions = ({ employee: { employment_histories: positions } }: { employee: EmployeeData }) =>
  positions.length === 0 ? null : (
    <Section title="Positions">
      <ol className="divide-y divide-line border-y border-line text-sm">
        {positions.map(({ id, employer_job_title: title, occupation_name: occupation, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {title ?? "Without a title"}
              {occupation ? <span className="text-ink-faint"> · {occupation}</span> : null}
            </span>
            {current ? <Tag tone="accent">Now</Tag> : <Tag>Before</Tag>}
          </li>
        ))}
      </ol>
    </Section>
  );

type EmployeeDetailProps = { employee: EmployeeData; external: ExternalBadges };

/** An employee: what the organization wrote of them, and what they share. */
export const EmployeeDetail = ({ employee, external }: EmployeeDetailProps) => (
  <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="flex min-w-0 flex-col gap-10">
      <Consent employee={employee} />
      {employee.bio ? <p className="max-w-prose whitespace-pre-line text-ink-soft">{employee.bio}</p> : null}
      {employee.employee_state === "accepted" ? <Badges badges={employee.badges} /> : null}
      <External external={external} />
    </div>
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Connection">
        <Facts facts={connectionFacts(employee)} />
      </Section>
      <Section title="Your record">
        <Facts facts={ownFacts(employee)} />
      </Section>
      <Positions employee={employee} />
    </div>
  </div>
);
