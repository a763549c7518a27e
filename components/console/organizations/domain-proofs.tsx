import type { ReactNode } from "react";
import { CodeBox } from "@/components/ui/code-box";
import type { Finding, OrganizationDomain } from "@/lib/organizations/domains/schema";

type ProofMethod = "dns" | "file";

const FINDING_TEXTS: Record<ProofMethod, Record<"found" | "missing" | "different", string>> = {
  dns: {
    found: "Found.",
    missing: "There is no TXT record with this name.",
    different: "There is a TXT record with this name, but its value is different.",
  },
  file: {
    found: "Found.",
    missing: "There is no file at this address.",
    different: "There is a file at this address, but its content is different.",
  },
};

function findingText(method: ProofMethod, { result, detail }: Finding): string {
  if (result === "unreachable") return detail ?? "The server did not respond.";
  if (result === "unavailable") return `This could not be checked. ${detail ?? ""}`.trim();
  return FINDING_TEXTS[method][result];
}

/** The result of the last check of one method. */
function LastCheck({ method, found }: { method: ProofMethod; found: Finding | null }) {
  if (!found) return null;
  const isFound = found.result === "found";
  return (
    <p className={`text-sm ${isFound ? "text-positive" : "text-caution"}`}>
      <span className="font-medium">Last check:</span> {findingText(method, found)}
    </p>
  );
}

function Proof({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4 rounded-xl border border-line p-5">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="mt-1 text-sm text-ink-soft">{hint}</p>
      </div>
      {children}
    </section>
  );
}

/** Both methods to prove the domain, with values to copy. */
export const DomainProofs = ({ domain: { dns, file } }: { domain: OrganizationDomain }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <Proof title="DNS record" hint="Add a TXT record where your domain is managed.">
      <CodeBox label="Name" text={dns.name} />
      <CodeBox label="Value" text={dns.value} />
      <LastCheck method="dns" found={dns.found} />
    </Proof>
    <Proof title="File on the website" hint="Publish a text file over HTTPS, without a redirect.">
      <CodeBox label="Address" text={file.url} />
      <CodeBox label="Content" text={file.content} />
      <LastCheck method="file" found={file.found} />
    </Proof>
  </div>
);
