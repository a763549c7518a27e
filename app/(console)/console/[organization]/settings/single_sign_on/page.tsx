import type { Metadata } from "next";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { MemberRulesForm } from "@/components/console/single-sign-on/member-rules-form";
import { ProviderActions } from "@/components/console/single-sign-on/provider-actions";
import { ProviderForm } from "@/components/console/single-sign-on/provider-form";
import { ProviderFacts, ProviderState } from "@/components/console/single-sign-on/provider-state";
import { ServiceAddresses } from "@/components/console/single-sign-on/service-addresses";
import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Caller } from "@/lib/access/callers/caller";
import {
  presentIdentityProvider,
  serviceAddresses,
  type ProviderRow,
} from "@/lib/organizations/identity-providers/serializer";
import { findSignInSetup } from "@/lib/organizations/identity-providers/service";
import { requireConsoleMember } from "../../../../console-caller";

export const metadata: Metadata = { title: "Single sign-on" };

const PAGE = "/settings/single_sign_on";

type Props = { params: Promise<{ organization: string }> };

type SetupProps = { organizationId: string; page: string };

const AtProvider = ({ organizationId }: { organizationId: string }) => (
  <Section title="This service at your provider">
    <ServiceAddresses service={serviceAddresses(organizationId)} />
  </Section>
);

/** The steps to a provider, in their order. */
const NewProvider = ({ organizationId }: { organizationId: string }) => (
  <>
    <AtProvider organizationId={organizationId} />
    <Section title="Your provider">
      <ProviderForm organizationId={organizationId} provider={null} />
    </Section>
  </>
);

function Provider({ organizationId, page, row }: SetupProps & { row: ProviderRow }) {
  const provider = presentIdentityProvider(row);
  return (
    <>
      <Section title="Sign-in">
        <ProviderState provider={provider} />
        <ProviderFacts provider={provider} />
        <ProviderActions organizationId={organizationId} provider={provider} page={page} />
      </Section>
      <Section title="Members">
        <MemberRulesForm organizationId={organizationId} provider={provider} />
      </Section>
      <Section title="Change the provider">
        <ProviderForm key={provider.updated_at} organizationId={organizationId} provider={provider} />
      </Section>
      <AtProvider organizationId={organizationId} />
    </>
  );
}

/** What is missing before an organization can have single sign-on. */
const MissingDomain = ({ home }: { home: string }) => (
  <Notice title="Verify your domain first">
    <p>
      People sign in with addresses of a domain that is yours. Verify it by its DNS record: a file on the
      website does not suffice.
    </p>
    <ButtonLink className="mt-3" variant="secondary" size="small" href={`${home}/settings/domain`}>
      Verify a domain
    </ButtonLink>
  </Notice>
);

async function Setup({ caller, home }: { caller: Caller; home: string }) {
  const { organizationId } = caller;
  const { provider, domain } = await findSignInSetup(caller);
  if (provider) return <Provider organizationId={organizationId} page={`${home}${PAGE}`} row={provider} />;
  return domain === null ? <MissingDomain home={home} /> : <NewProvider organizationId={organizationId} />;
}

export default async function SingleSignOnPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller, organization } = await requireConsoleMember(slug, {
    scope: "memberships",
    access: "write",
  });
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title="Single sign-on"
        description="Let the people of your organization sign in through your own identity provider, by SAML 2.0."
      />
      <SettingsTabs home={home} current="/single_sign_on" />
      <div className="flex max-w-3xl flex-col gap-10">
        {organization.testOfId === null ? (
          <Setup caller={caller} home={home} />
        ) : (
          <Notice>Test mode has the sign-in of the organization. Leave test mode to change it.</Notice>
        )}
      </div>
    </>
  );
}
