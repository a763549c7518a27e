import { createDemonstrationOnce } from "@/lib/operations/installation/demonstration";
import { setProcessKind } from "@/lib/kernel/application-name";
import { redirectConsoleToLog } from "@/lib/kernel/console-log";
import { disconnect } from "@/lib/kernel/db";
import { logProcessFaults } from "@/lib/kernel/process-faults";

setProcessKind("start");
redirectConsoleToLog();
logProcessFaults();

// A separate process, because drawing the badge art takes memory that the supervisor would never release.
const message = await createDemonstrationOnce();
await disconnect();
// Ends it: a connection to Redis, over which limits are counted, would keep it running.
process.send?.(message, () => process.exit(0));
