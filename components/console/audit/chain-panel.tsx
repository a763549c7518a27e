import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, Section } from "@/components/ui/facts";
import { MomentText } from "@/components/ui/time/moment";
import { Notice } from "@/components/ui/notice";
import { FAULTS } from "@/lib/oversight/audit-chain/choices";
import type { AuditChain } from "@/lib/oversight/audit-chain/schema";
import { ChainVerification } from "./chain-verification";

type ChainPanelProps = {
  organizationId: string;
  chain: AuditChain;
  /** The addresses of the files of the export, in their order. */
  parts: { href: string; from: number; to: number }[];
};

const Mono = ({ children }: { children: string }) => (
  <span className="font-mono text-[0.8125rem] wrap-anywhere">{children}</span>
);

function Fault({ fault }: Pick<AuditChain, "fault">) {
  if (fault === null) return null;
  if (fault.code === "unsigned_head")
    return (
      <Notice tone="negative" title="New entries are not signed">
        <p>
          {FAULTS[fault.code]} Last tried <MomentText value={fault.found_at} />. Tell the operator of this
          installation.
        </p>
      </Notice>
    );
  return (
    <Notice tone="negative" title="The audit log was changed from outside">
      <p>
        Entry {fault.position}: {FAULTS[fault.code]} Found <MomentText value={fault.found_at} />. New
        signatures wait until this is resolved. Tell the operator of this installation.
      </p>
    </Notice>
  );
}

function Head({ head }: { head: NonNullable<AuditChain["head"]> }) {
  const noted = `${head.position}:${head.hash ?? ""}`;
  return (
    <Facts
      facts={[
        {
          term: "Last signature",
          value: (
            <>
              <MomentText value={head.signed_at} />, entries up to {head.position.toLocaleString("en")}.
              Verified when it was signed.
            </>
          ),
        },
        {
          term: "Hash",
          value: (
            <span className="flex flex-wrap items-center gap-2">
              <Mono>{noted}</Mono>
              <CopyButton text={noted} copies="the signed hash" variant="quiet" />
            </span>
          ),
        },
        { term: "Key", value: <Mono>{head.key_id ?? "–"}</Mono> },
      ]}
    />
  );
}

/** The signed hash chain of the audit log, and its export. */
export const ChainPanel = ({ organizationId, chain, parts }: ChainPanelProps) => (
  <Section title="Proof that nothing was changed">
    <Fault fault={chain.fault} />
    <p className="max-w-prose text-sm text-ink-soft">
      Each entry is linked to the one before by its hash, and the last hash is signed every hour. Copy it to a
      place of your own: it shows later whether an older entry was changed or removed.
    </p>
    {chain.head ? (
      <Head head={chain.head} />
    ) : (
      <p className="text-sm text-ink-soft">No signature yet. The first one follows within an hour.</p>
    )}
    <ChainVerification organizationId={organizationId} />
    {parts.length > 0 ? (
      <div className="flex flex-wrap gap-2">
        {parts.map(({ href, from, to }) => (
          <a key={href} href={href} download className={buttonClass({ variant: "secondary", size: "small" })}>
            {parts.length === 1
              ? "Download with proof"
              : `Download ${from.toLocaleString("en")} to ${to.toLocaleString("en")} with proof`}
          </a>
        ))}
      </div>
    ) : null}
  </Section>
);
