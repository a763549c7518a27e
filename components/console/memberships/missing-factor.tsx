import { Notice } from "@/components/ui/notice";
import type { SecondFactors } from "@/lib/identity/second-factors/schema";

type MissingFactorProps = { organization: string; factors: SecondFactors };

/** Tells members how to get to the pages of an organization that requires a second factor. */
export function MissingFactor({ organization, factors }: MissingFactorProps) {
  const hasFactor = factors.passkeys.length > 0 || factors.authenticator_app !== null;
  return (
    <Notice tone="caution" title={`${organization} requires a second factor.`} className="mb-6">
      {hasFactor
        ? "You signed in before you added yours. Sign out, then sign in with your second factor."
        : "Add a passkey or an authenticator app below. Then you can use its pages."}
    </Notice>
  );
}
