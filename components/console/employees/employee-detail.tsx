import { BadgeArt } from "@/components/public/badge/badge-art";
import { BadgeState, STATE_LABELS } from "@/components/console/issued-badges/badge-state";
import { DataTable, type Column } from "@/components/ui/list/data-table";
import { Facts, Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { EmployeeExternalBadge } from "@/lib/credentials/external-badges/schema";
import type { EmployeeBadge, EmployeeData } from "@/lib/workforce/employees/schema";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { connectionFacts, recordFacts } from "./employee-facts";
import { employeeName } from "./employee-words";

type ExternalBadge = EmployeeExternalBadge["external_badge"];

/** The most badges shown on the page. The data has up to 1,000. */
const SHOWN_BADGES = 50;

/** What the organization can see of the employee. Only the employee decides this. */
const ConnectionNotice = ({ employee }: { employee: EmployeeData }) => {
  const name = employee.first_name ?? employeeName(employee);
  if (employee.deactivated_at) {
    return (
      <Notice title={`${name} is inactive`}>
        You no longer see what {name} shares, and cannot invite them. Your directory can activate them again.
      </Notice>
    );
  }
  if (employee.employee_state === "accepted") {
    return (
      <Notice tone="positive" title={`${name} is connected`}>
        You can see all badges you issued, and accepted public badges from other issuers. {name} can
        disconnect at any time.
      </Notice>
    );
  }
  return (
    <Notice title={`${name} is not connected`}>
      Badges, picture and bio appear here after {name} accepts the connection. They are asked when they sign
      in, and an invitation notifies them by e-mail.
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
  { key: "state", label: "State", cell: (badge) => <BadgeState badge={badge} /> },
  {
    key: "issued",
    label: "Issued",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft",
    cell: ({ issued_at_date: date }) => <DateText value={date} />,
  },
];

const EXTERNAL_COLUMNS: Column<ExternalBadge>[] = [
  {
    key: "badge",
    label: "Badge",
    cell: ({ badge_name: name, issuer_name: issuer, image_url: image }) => (
      <div className="flex items-center gap-4">
        {image ? <BadgeArt src={image} name="" size={44} className="size-11" /> : null}
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{issuer ?? "Unknown issuer"}</p>
        </div>
      </div>
    ),
  },
  {
    key: "verified",
    label: "Verified",
    cell: ({ verification_status: { verified } }) =>
      verified ? <Tag tone="positive">Verified</Tag> : <Tag>Not verified</Tag>,
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

/** Formats the number of badges in each state: "14 badges: 12 accepted, 2 pending." */
function formatStateCounts(badges: EmployeeBadge[]): string {
  const parts = BADGE_STATES.flatMap((state) => {
    const count = badges.filter((badge) => badge.state === state).length;
    return count > 0 ? [`${count.toLocaleString("en")} ${STATE_LABELS[state].toLowerCase()}`] : [];
  });
  return `${badges.length.toLocaleString("en")} ${badges.length === 1 ? "badge" : "badges"}: ${parts.join(", ")}.`;
}

const BadgeSection = ({ badges }: { badges: EmployeeBadge[] }) => (
  <Section title="Badges">
    {badges.length === 0 ? (
      <p className="text-ink-soft">No badges yet</p>
    ) : (
      <>
        <p className="-mt-2 text-sm text-ink-soft tabular-nums">
          {formatStateCounts(badges)}
          {badges.length > SHOWN_BADGES ? ` Showing the newest ${SHOWN_BADGES}.` : ""}
        </p>
        <DataTable
          label="Badges"
          columns={BADGE_COLUMNS}
          rows={badges.slice(0, SHOWN_BADGES)}
          rowKey={({ id }) => id}
        />
      </>
    )}
  </Section>
);

type ExternalBadges = { badges: EmployeeExternalBadge[]; total: number };

const ExternalBadgeSection = ({ external: { badges, total } }: { external: ExternalBadges }) =>
  badges.length === 0 ? null : (
    <Section title="External badges">
      <p className="-mt-2 text-sm text-ink-soft tabular-nums">
        {total.toLocaleString("en")} added and shared by the employee.
        {total > badges.length ? ` Showing the newest ${badges.length}.` : ""}
      </p>
      <DataTable
        label="External badges"
        columns={EXTERNAL_COLUMNS}
        rows={badges.map(({ external_badge: badge }) => badge)}
        rowKey={({ credly_record_id: id }) => id}
      />
    </Section>
  );

const PositionSection = ({ employee: { employment_histories: positions } }: { employee: EmployeeData }) =>
  positions.length === 0 ? null : (
    <Section title="Positions">
      <ol className="divide-y divide-line border-y border-line text-sm">
        {positions.map(({ id, employer_job_title: title, occupation_name: occupation, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {title ?? "No title"}
              {occupation ? <span className="text-ink-faint"> · {occupation}</span> : null}
            </span>
            {current ? <Tag tone="accent">Current</Tag> : <Tag>Past</Tag>}
          </li>
        ))}
      </ol>
    </Section>
  );

type EmployeeDetailProps = { employee: EmployeeData; external: ExternalBadges };

/** An employee: the record of the organization and what they share. */
export const EmployeeDetail = ({ employee, external }: EmployeeDetailProps) => (
  <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="flex min-w-0 flex-col gap-10">
      <ConnectionNotice employee={employee} />
      {employee.bio ? <p className="max-w-prose whitespace-pre-line text-ink-soft">{employee.bio}</p> : null}
      {employee.employee_state === "accepted" && !employee.deactivated_at ? (
        <BadgeSection badges={employee.badges} />
      ) : null}
      <ExternalBadgeSection external={external} />
    </div>
    <div className="flex min-w-0 flex-col gap-10">
      <Section title="Connection">
        <Facts facts={connectionFacts(employee)} />
      </Section>
      <Section title="Employee record">
        <Facts facts={recordFacts(employee)} />
      </Section>
      <PositionSection employee={employee} />
    </div>
  </div>
);
