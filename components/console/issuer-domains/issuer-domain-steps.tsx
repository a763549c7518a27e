import type { ReactNode } from "react";
import { StepMark } from "@/components/ui/step-mark";
import { MomentText } from "@/components/ui/time/moment";
import type { IssuerDomain, FileFinding } from "@/lib/credentials/issuer-domains/schema";
import { CheckFilesButton, SwitchIssuingButton } from "./issuer-domain-actions";
import { Download } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";

const RESULT_TEXTS: Record<FileFinding["result"], string> = {
  found: "Found.",
  missing: "There is no file at this address.",
  different: "The file at this address is not right.",
  unreachable: "The file could not be read.",
  unavailable: "This could not be checked. Try again later.",
};

/** What the last check found, with each problem. A file that is found may still have a problem that is not urgent. */
function LastCheck({ found: { result, problems } }: { found: FileFinding }) {
  const isGood = result === "found" && problems.length === 0;
  return (
    <div className={`text-sm ${isGood ? "text-positive" : "text-caution"}`}>
      <p>
        <span className="font-medium">Last check:</span> {RESULT_TEXTS[result]}
      </p>
      {problems.length > 0 ? (
        <ul className="mt-1 list-disc ps-5">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type PublishedFileProps = { name: string; url: string; content: object; found: FileFinding | null };

/** A file to publish on the website of the domain: its address, its content to copy or download, and the last check. */
function PublishedFile({ name, url, content, found }: PublishedFileProps) {
  const text = JSON.stringify(content, null, 2);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeBox label={`Address of ${name}`} text={url} />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} label={`Copy ${name}`} />
        <a
          href={`data:application/json,${encodeURIComponent(text)}`}
          download={name}
          className={buttonClass({ variant: "secondary", size: "small" })}
        >
          <Download className="size-4" aria-hidden="true" />
          Download {name}
        </a>
      </div>
      <details className="min-w-0 text-sm">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-accent underline underline-offset-4">
          Show the content of {name}
        </summary>
        <pre
          tabIndex={0}
          aria-label={`Content of ${name}`}
          className="mt-2 max-h-96 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap"
        >
          {text}
        </pre>
      </details>
      {found ? <LastCheck found={found} /> : null}
    </div>
  );
}

type Step = { title: string; text: ReactNode; done: boolean; content?: ReactNode };

const isFound = ({ found }: IssuerDomain["did_document"] | IssuerDomain["did_configuration"]): boolean =>
  found?.result === "found";

/** Whether the last check found the DID document with the current keys. */
const isDocumentCurrent = ({ did_document: file, paused_because: reason }: IssuerDomain): boolean =>
  isFound(file) && reason !== "keys_changed";

function didStep(issuing: IssuerDomain): Step {
  const file = issuing.did_document;
  // What was found before the keys changed says nothing about the file to publish now.
  const found = issuing.paused_because === "keys_changed" ? null : file.found;
  return {
    title: "Publish the DID document",
    text: "It lists the keys that sign your badges. Serve the file over HTTPS, without a redirect.",
    done: isDocumentCurrent(issuing),
    content: <PublishedFile name="did.json" {...file} found={found} />,
  };
}

const configurationStep = ({ did_configuration: { content, expires_at, ...file } }: IssuerDomain): Step => ({
  title: "Link the domain to your DIDs (optional)",
  text: "This file lets wallets and verifiers confirm that the domain and your DIDs belong together.",
  done: isFound({ content, expires_at, ...file }),
  content: content ? <PublishedFile name="did-configuration.json" content={content} {...file} /> : null,
});

function buildSteps(organizationId: string, issuing: IssuerDomain): Step[] {
  const { domain, domain_verified: isVerified, last_checked_at: checkedAt, enabled, did, state } = issuing;
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
      done: isDocumentCurrent(issuing),
      content: isVerified ? <CheckFilesButton organizationId={organizationId} /> : null,
    },
    {
      title: enabled ? "Issue under the domain" : "Turn it on",
      text:
        state === "paused"
          ? "This is turned on, and paused for the reason above."
          : `New badges name ${did} as their issuer. Earlier ones stay as they are.`,
      done: state === "on",
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
