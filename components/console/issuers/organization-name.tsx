import Link from "next/link";
import { Logo } from "@/components/ui/page/logo";
import { Picture } from "@/components/ui/picture";
import type { OrganizationSummary } from "@/lib/organizations/issuers/schema";

type OrganizationNameProps = { organization: OrganizationSummary; href: string };

/** Shows another organization with its picture, linked to its page in the console. */
export const OrganizationName = ({ organization, href }: OrganizationNameProps) => (
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
