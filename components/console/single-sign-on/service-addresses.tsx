import { CodeBox } from "@/components/ui/code-box";
import type { IdentityProvider } from "@/lib/organizations/identity-providers/schema";

/** What an administrator enters at the identity provider. */
export const ServiceAddresses = ({ service }: Pick<IdentityProvider, "service">) => (
  <div className="flex flex-col gap-5">
    <p className="text-sm text-ink-soft">
      Create an application for SAML 2.0 at your provider with these values, or with the metadata at the
      entity ID. Let it send the e-mail address as the name ID, and sign the assertion with SHA-256.
    </p>
    <CodeBox
      label="Entity ID"
      text={service.entity_id}
      hint="Providers also call it audience or identifier."
    />
    <CodeBox
      label="Response address"
      text={service.response_url}
      hint="Providers also call it reply URL, ACS URL or single sign-on URL."
    />
    <CodeBox
      label="Start address"
      text={service.start_url}
      hint="For a tile in the list of applications at your provider."
    />
  </div>
);
