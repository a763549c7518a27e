import { createDemonstrationOnce } from "@/lib/platform/installation/demonstration";
import { disconnect } from "@/lib/kernel/db";

// A process of its own: drawing the badge art takes memory that the supervisor would keep for its whole life.
const message = await createDemonstrationOnce();
await disconnect();
process.send?.(message, () => process.disconnect());
