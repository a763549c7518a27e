import { createDefaultApplication } from "@/lib/applications/oauth-applications/service";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { createOrganization } from "@/lib/organizations/profile/service";
import { recordEvents } from "@/lib/platform/recording/record-events";

/**
 * Creates organizations that subscribe to all events, with some events each that were not delivered, and sends their
 * ids. Parameters: how many organizations, how many events, the address of their webhooks.
 */
const [count = "0", events = "0", webhookUrl = ""] = process.argv.slice(2);
const { id: administratorId } = await db().user.findFirstOrThrow({ select: { id: true } });

const ids: string[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const name = `Subscriber ${newId()}`;
  const id = await createOrganization({ name, administratorId, contactEmail: "bench@example.org" });
  // Before it has an application, so that no message is stored.
  await recordEvents(
    Array.from({ length: Number(events) }, () => ({
      organizationId: id,
      eventType: "badge.created" as const,
      subjectId: newId(),
    })),
  );
  await createDefaultApplication(id, { type: "User", id: administratorId, name: "Administrator" });
  ids.push(id);
}
await db().organization.updateMany({ where: { id: { in: ids } }, data: { webhookUrl } });
process.send?.(ids);
process.on("disconnect", () => process.exit(0));
