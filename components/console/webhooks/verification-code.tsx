import { CodeTabs } from "@/components/ui/code-tabs";
import { VERIFICATION_SNIPPETS } from "./verification-snippets";

const SAMPLES = VERIFICATION_SNIPPETS.map(({ language, file, code }) => ({ language, label: file, code }));

/** Code that checks the signature of a webhook, in the language that is chosen. */
export const VerificationCode = () => (
  <div className="flex flex-col gap-4">
    <p className="text-sm text-ink-soft">
      Pass the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{" "}
      <code>webhook-signature</code>, and the body exactly as received. Requests older than 5 minutes are
      refused.
    </p>
    <CodeTabs samples={SAMPLES} />
  </div>
);
