import type { ReactNode } from "react";
import { StepMark } from "@/components/ui/step-mark";
import { MomentText } from "@/components/ui/time";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";
import { CheckFilesButton, SwitchIssuingButton } from "./issuer-domain-actions";
import { PublishedFile } from "./published-file";

type Step = { title: string; text: ReactNode; done: boolean; content?: ReactNode };

const isFound = ({ found }: IssuerDomain["did_document"] | IssuerDomain["did_configuration"]): boolean =>
  found?.result === "found";

const didStep = ({ did_document: file }: IssuerDomain): Step => ({
  title: "Publish the DID document",
  text: "It lists the keys that sign your badges. Serve the file over HTTPS, without a redirect.",
  done: isFound(file),
  content: <PublishedFile name="did.json" {...file} />,
});

const configurationStep = ({ did_configuration: { content, expires_at, ...file } }: IssuerDomain): Step => ({
  title: "Link the domain to your DIDs (optional)",
  text: "This file lets wallets and verifiers confirm that the domain and your DIDs belong together.",
  done: isFound({ content, expires_at, ...file }),
  content: content ? <PublishedFile name="did-configuration.json" content={content} {...file} /> : null,
});

function buildSteps(organizationId: string, issuing: IssuerDomain): Step[] {
  const { domain, domain_verified: isVerified, last_checked_at: checkedAt, enabled, did } = issuing;
  const verification = {
    title: "Verify the domain",
    text: `Prove that ${domain} is yours, as described above.`,
    done: isVerified,
  };
  if (!isVerified && !enabled) return [verification];
  return [
    verification,
    didStep(issuing),
    configurationStep(issuing),
    {
      title: "Check the files",
      text: checkedAt ? (
        <>
          Last checked: <MomentText value={checkedAt} />.{enabled ? " They are checked every hour." : ""}
        </>
      ) : (
        "Check them once they are on your website."
      ),
      done: isFound(issuing.did_document),
      content: isVerified ? <CheckFilesButton organizationId={organizationId} /> : null,
    },
    {
      title: enabled ? "Issue under the domain" : "Turn it on",
      text: `New badges name ${did} as their issuer. Earlier ones stay as they are.`,
      done: enabled,
      content:
        enabled || isFound(issuing.did_document) ? (
          <SwitchIssuingButton organizationId={organizationId} issuing={issuing} />
        ) : null,
    },
  ];
}

/** The steps to issue under the domain, with both files. */
export const IssuerDomainSteps = (props: { organizationId: string; issuing: IssuerDomain }) => (
  <ol className="divide-y divide-line border-y border-line">
    {buildSteps(props.organizationId, props.issuing).map(({ title, text, done, content }, index) => (
      <li key={title} className="flex gap-4 py-5 sm:gap-5">
        <StepMark done={done}>{index + 1}</StepMark>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-4 *:max-w-full">
          <div>
            <h3 className="leading-9 font-medium">{title}</h3>
            <p className="text-sm text-ink-soft">{text}</p>
          </div>
          {content ? <div className="w-full">{content}</div> : null}
        </div>
      </li>
    ))}
  </ol>
);
