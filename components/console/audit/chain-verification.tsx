"use client";

import { useId, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { MomentText } from "@/components/ui/time/moment";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { FAULTS } from "@/lib/oversight/audit-chain/choices";
import { ApiFailure, apiRead, organizationPath, redirectToSignIn } from "@/components/api";
import { describeFailure } from "@/components/ui/form/form-texts";
import type { AuditVerification } from "@/lib/oversight/audit-chain/schema";

/** What was verified so far: the last response, with the numbers of all parts. */
type Verified = AuditVerification;

type Verification = {
  state: "idle" | "running" | "stopped" | "ended";
  verified: Verified | null;
  /** Why a verification stopped before its end. */
  message: string | null;
};

/** Adds a part to those before it. */
const addPart = (before: Verified | null, part: AuditVerification): Verified =>
  before === null
    ? part
    : {
        ...part,
        links: before.links + part.links,
        signed_heads: before.signed_heads + part.signed_heads,
        erased: before.erased + part.erased,
        removed: before.removed + part.removed,
        entries: before.entries + part.entries,
      };

/** Verifies the chain of an organization, one part after the other. A verification that stopped can be continued. */
function useVerification(organizationId: string) {
  const [verification, setVerification] = useState<Verification>({
    state: "idle",
    verified: null,
    message: null,
  });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function verifyParts(start: Verified | null): Promise<void> {
    let verified = start;
    const show = (state: Verification["state"], message: string | null = null) =>
      setVerification({ state, verified, message });
    show("running");
    try {
      do {
        const cursor = verified?.next_cursor;
        const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
        const part = await apiRead<AuditVerification>(
          organizationPath(organizationId, `audit_chain/verification${query}`),
        );
        verified = addPart(verified, part);
        show(verified.next_cursor === null ? "ended" : "running");
      } while (verified.next_cursor !== null && !isGone.current);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) redirectToSignIn();
      else show("stopped", describeFailure(failure));
    }
  }

  return {
    verification,
    start: () => void verifyParts(null),
    resume: () => void verifyParts(verification.verified),
  };
}

const format = (number: number): string => number.toLocaleString("en");
const countEntries = (number: number): string => `${format(number)} ${number === 1 ? "entry" : "entries"}`;

/** The last step looks up entries, whose number is not known before. */
function describeProgress({ position, last_position: last, entries }: Verified): string {
  return entries > 0 || position >= last
    ? `Checking that no entry is missing from the chain: ${format(entries)} checked`
    : `Verified ${format(position)} of ${countEntries(last)}`;
}

function Progress({ verified }: { verified: Verified | null }) {
  const id = useId();
  const text = verified ? describeProgress(verified) : "Verifying…";
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="text-sm tabular-nums" aria-live="polite">
        {text}
      </p>
      <ProgressBar
        value={verified?.position ?? 0}
        max={verified?.last_position ?? 1}
        text={text}
        labelledBy={id}
      />
    </div>
  );
}

function Difference({ difference }: { difference: NonNullable<Verified["difference"]> }) {
  const { position, code, entry_id: id, occurred_at: at } = difference;
  return (
    <Notice tone="negative" title={id ? `Entry ${format(position)} differs` : "The chain differs"} announce>
      <p>{FAULTS[code]} Tell the operator of this installation.</p>
      {id && at ? (
        <p className="mt-1">
          Entry <span className="font-mono wrap-anywhere">{id}</span> of <MomentText value={at} />
        </p>
      ) : null}
    </Notice>
  );
}

function Unchanged({ verified: { links, removed, erased, signed_heads: heads } }: { verified: Verified }) {
  const notes = [
    ...(heads > 0 ? [`${format(heads)} ${heads === 1 ? "signature is" : "signatures are"} valid.`] : []),
    ...(removed > 0 ? [`${countEntries(removed)} removed at the end of the retention period.`] : []),
    ...(erased > 0 ? [`Personal data erased from ${countEntries(erased)}.`] : []),
  ];
  const kept = links - removed;
  const title =
    links === 0
      ? "No entries to verify yet"
      : kept === 1
        ? "The entry is unchanged since it was added"
        : `All ${countEntries(kept)} are unchanged since they were added`;
  return (
    <Notice tone={links === 0 ? "neutral" : "positive"} title={title} announce>
      {notes.length > 0 ? <p>{notes.join(" ")}</p> : null}
    </Notice>
  );
}

const Result = ({ verified }: { verified: Verified }) =>
  verified.difference ? <Difference difference={verified.difference} /> : <Unchanged verified={verified} />;

/** Verifies the chain from here, with its progress and result. */
export function ChainVerification({ organizationId }: { organizationId: string }) {
  const { verification, start, resume } = useVerification(organizationId);
  const { state, verified, message } = verification;
  const isStopped = state === "stopped" && verified !== null;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={state === "running"}
          onClick={isStopped ? resume : start}
        >
          {isStopped ? "Continue verification" : "Verify entries"}
        </Button>
      </div>
      {state === "running" ? <Progress verified={verified} /> : null}
      {message ? (
        <Notice tone="negative" title="The verification stopped" announce>
          <p>{message}</p>
        </Notice>
      ) : null}
      {state === "ended" && verified ? <Result verified={verified} /> : null}
    </div>
  );
}
