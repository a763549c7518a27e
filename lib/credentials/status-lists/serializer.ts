import { createList } from "@digitalbazaar/vc-bitstring-status-list";
import { toWholeSeconds } from "@/lib/kernel/dates";
import type { Prisma } from "@/prisma/generated/client";
import { LIST_LENGTH, type StatusEntry, type UnsignedStatusList } from "./schema";

export const statusListSelect = {
  id: true,
  organizationId: true,
  number: true,
  issuerDid: true,
  revision: true,
  updatedAt: true,
} satisfies Prisma.StatusListSelect;

export type StatusListRow = Prisma.StatusListGetPayload<{ select: typeof statusListSelect }>;

/** Serializes the place of a credential in the list at this URL. */
export const presentStatusEntry = (listUrl: string, index: number): StatusEntry => ({
  id: `${listUrl}#${index}`,
  type: "BitstringStatusListEntry",
  statusPurpose: "revocation",
  statusListIndex: String(index),
  statusListCredential: listUrl,
});

/** Serializes a list with these places revoked, before its issuer signs it. */
export async function presentStatusList(
  { updatedAt }: Pick<StatusListRow, "updatedAt">,
  revoked: number[],
  { url, issuer }: { url: string; issuer: string },
): Promise<UnsignedStatusList> {
  const list = await createList({ length: LIST_LENGTH });
  for (const index of revoked) list.setStatus(index, true);
  return {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id: url,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer,
    validFrom: toWholeSeconds(updatedAt),
    credentialSubject: {
      id: `${url}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await list.encode(),
    },
  };
}
