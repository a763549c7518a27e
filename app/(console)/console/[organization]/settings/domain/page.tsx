import type { Metadata } from "next";
import { DomainActions } from "@/components/console/organizations/domain-actions";
import { DomainForm } from "@/components/console/organizations/domain-form";
import { DomainProofs } from "@/components/console/organizations/domain-proofs";
import { DomainFacts, DomainState } from "@/components/console/organizations/domain-state";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { IssuerDomainState } from "@/components/console/issuer-domains/issuer-domain-state";
import { IssuerDomainSteps } from "@/components/console/issuer-domains/issuer-domain-steps";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";
import { presentIssuerDomain } from "@/lib/credentials/issuer-domains/serializer";
import { getIssuerDomain } from "@/lib/credentials/issuer-domains/service";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";
import { presentDomain } from "@/lib/organizations/domains/serializer";
import { findOrganizationDomain } from "@/lib/organizations/domains/service";
import { requireConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "Domain" };

type Props = { params: Promise<{ organization: string }> };

type DomainProps = { organizationId: string; domain: OrganizationDomain; issuing: IssuerDomain };

const DomainSections = ({ organizationId, domain, issuing }: DomainProps) => (
  <div className="flex max-w-4xl flex-col gap-8">
    <Section title={domain.name}>
      <DomainState domain={domain} />
      <DomainFacts domain={domain} />
      <DomainActions organizationId={organizationId} domain={domain} />
    </Section>
    <Section title="Proof of ownership">
      <p className="text-sm text-ink-soft">Any one of these. It is checked once a day.</p>
      <DomainProofs domain={domain} />
    </Section>
    <Section title="Issue under your domain">
      <IssuerDomainState issuing={issuing} />
      <IssuerDomainSteps organizationId={organizationId} issuing={issuing} />
    </Section>
  </div>
);

export default async function DomainPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller } = await requireConsoleMember(slug, { scope: "memberships", access: "write" });
  const { organizationId } = caller;
  const row = await findOrganizationDomain(caller);
  return (
    <>
      <PageHeader
        title="Domain"
        description="Prove that a domain is yours. Public pages then show it next to your name, and you can issue badges under it."
      />
      <SettingsTabs home={`/console/${slug}`} current="/domain" />
      {row ? (
        <DomainSections
          organizationId={organizationId}
          domain={presentDomain(row)}
          issuing={presentIssuerDomain(await getIssuerDomain(caller))}
        />
      ) : (
        <DomainForm organizationId={organizationId} />
      )}
    </>
  );
}
