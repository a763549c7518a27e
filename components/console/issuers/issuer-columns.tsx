import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Count } from "@/components/ui/list/count";
import { Logo } from "@/components/ui/page/logo";
import { Picture } from "@/components/ui/picture";
import type { Grantor, IssuerAuthorization, OrganizationSummary } from "@/lib/organizations/issuers/schema";
import { DISPLAY_OPTIONS } from "./issuer-words";

type OrganizationNameProps = { organization: OrganizationSummary; href: string };

/** Shows another organization with its picture, linked to its page in the console. */
const OrganizationName = ({ organization, href }: OrganizationNameProps) => (
  <div className="flex items-center gap-3">
    {organization.photo_url ? (
      <Picture
        src={organization.photo_url}
        alt=""
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-lg object-contain"
      />
    ) : (
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-sunken">
        <Logo className="size-6" />
      </span>
    )}
    <div className="min-w-0">
      <Link
        href={href}
        className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
      >
        {organization.name}
      </Link>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{organization.vanity_slug}</p>
    </div>
  </div>
);

/** Returns the templates that an issuer can issue, as text. */
function formatIssuableTemplates({
  restrict_by_badge_templates: isRestricted,
  allowed_badge_templates: allowed,
}: IssuerAuthorization) {
  if (!isRestricted) return "All your templates";
  const [first, ...others] = allowed;
  if (!first) return "No templates yet";
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
}

/** Returns the columns of the organizations that can issue for this one. */
export const issuerColumns = (home: string): Column<IssuerAuthorization>[] => [
  {
    key: "issuer",
    label: "Issuer",
    isFixed: true,
    sort: { name: "name" },
    cell: (authorization) => (
      <>
        <OrganizationName organization={authorization.issuer} href={`${home}/issuers/${authorization.id}`} />
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-soft sm:hidden">
          {formatIssuableTemplates(authorization)}
        </p>
      </>
    ),
  },
  {
    key: "may_issue",
    label: "Can issue",
    from: "sm",
    className: "wrap-anywhere",
    cell: formatIssuableTemplates,
  },
  {
    key: "display",
    label: "Shown as issuer",
    from: "md",
    cell: ({ display_issuer_as: display }) => DISPLAY_OPTIONS[display].label,
  },
  {
    key: "type",
    label: "Type",
    from: "lg",
    className: "wrap-anywhere text-ink-soft",
    cell: ({ authorization_type: type }) => type,
  },
];

/** Returns the columns of the organizations that this one can issue for. */
export const grantorColumns = (home: string, canIssueBadges: boolean): Column<Grantor>[] => {
  const grantorHref = (id: string) => `${home}/issuers/grantors/${id}`;
  return [
    {
      key: "grantor",
      label: "Grantor",
      isFixed: true,
      sort: { name: "name" },
      cell: ({ id, grantor }) => <OrganizationName organization={grantor} href={grantorHref(id)} />,
    },
    {
      key: "templates",
      label: "Active templates",
      from: "sm",
      isFigure: true,
      cell: ({ grantor: { badge_template_count: count } }) => <Count value={count} />,
    },
    {
      key: "act",
      label: "Actions",
      isFixed: true,
      isHeadHidden: true,
      className: "text-end",
      cell: ({ id, grantor }) => (
        <Link
          href={grantorHref(id)}
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
        >
          {canIssueBadges ? "Issue badges" : "View templates"}
          <span className="sr-only"> of {grantor.name}</span>
        </Link>
      ),
    },
  ];
};
