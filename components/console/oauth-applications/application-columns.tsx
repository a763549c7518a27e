import Link from "next/link";
import { LastUse } from "@/components/console/developer/last-use";
import { Permissions } from "@/components/console/developer/permission-tags";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";

/** The columns of the list of applications. */
export const applicationColumns = (listHref: string): Column<OAuthApplication>[] => [
  {
    key: "application",
    label: "Application",
    isFixed: true,
    cell: ({ id, name, description, data_services_enabled: isOn, ...rest }) => (
      <>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`${listHref}/${id}`}
            className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
          >
            {name}
          </Link>
          {isOn ? <Tag tone="accent">Data services</Tag> : null}
        </div>
        {description ? <p className="max-w-prose text-[0.8125rem] text-ink-faint">{description}</p> : null}
        <div className="mt-1 text-[0.8125rem] text-ink-soft lg:hidden">
          Last used: <LastUse item={rest} />
        </div>
      </>
    ),
  },
  {
    key: "uid",
    label: "Client ID",
    from: "md",
    cell: ({ uid }) => <code className="text-[0.8125rem] break-all text-ink-soft">{uid}</code>,
  },
  {
    key: "permissions",
    label: "Permissions",
    from: "lg",
    cell: (application) => <Permissions {...application} />,
  },
  {
    key: "used",
    label: "Last used",
    from: "lg",
    className: "text-ink-soft tabular-nums",
    cell: (application) => <LastUse item={application} />,
  },
  {
    key: "made",
    label: "Created",
    from: "lg",
    className: "text-ink-soft",
    cell: ({ created_at: at, created_by_name: by }) => (
      <>
        <DateText value={at} />
        <span className="block text-[0.8125rem] text-ink-faint">by {by || "an unknown user"}</span>
      </>
    ),
  },
];
