import { useEffect, useRef, useState } from "react";
import { ApiFailure, apiRead, organizationPath, redirectToSignIn } from "@/components/api";
import { describeFailure } from "@/components/ui/form-texts";
import type { AuditVerification } from "@/lib/oversight/audit-chain/schema";

/** What was verified so far: the last response, with the numbers of all parts. */
export type Verified = AuditVerification;

export type Verification = {
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
export function useVerification(organizationId: string) {
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
