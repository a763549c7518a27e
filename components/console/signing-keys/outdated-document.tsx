import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";

type Issuing = Pick<IssuerDomain, "paused_because">;

/** Whether the DID document on the organization's website does not list the current keys. */
export const isOutdated = ({ paused_because: reason }: Issuing): boolean =>
  reason === "keys_changed" || reason === "document_wrong";

/** Asks for the new DID document, after a key was replaced. */
export const OutdatedDocument = ({ home }: { home: string }) => (
  <Notice tone="caution" title="Publish the new DID document" className="mb-6 max-w-4xl">
    The DID document on your website does not list the current keys, so issuing under your domain is paused.{" "}
    <Link href={`${home}/settings/domain`} className="text-accent underline underline-offset-4">
      Go to the file
    </Link>
  </Notice>
);
