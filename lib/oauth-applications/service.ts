import { clock } from "@/lib/kernel/clock";
import { digest, newSecret, randomText } from "@/lib/kernel/secrets";
import { insertApplication } from "./queries";

/**
 * The application `Default` of a new organization, with data services on, so that setting `webhook_url` is enough to
 * receive webhooks (README, decision 17). The secret is returned here and kept as a digest only.
 */
export async function createDefaultApplication(
  organizationId: string,
  creator: { id: string; name: string },
): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = newSecret("bos");
  const now = clock.now();
  const { uid } = await insertApplication({
    organizationId,
    name: "Default",
    uid: randomText(32),
    secretDigest: digest(clientSecret),
    dataServicesEnabled: true,
    createdById: creator.id,
    createdByType: "User",
    createdByName: creator.name,
    createdAt: now,
    updatedAt: now,
  });
  return { clientId: uid, clientSecret };
}
