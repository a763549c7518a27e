import { createInterface } from "node:readline";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";

// A machine of its own: takes a point for each line that it hears, and says whether it was allowed.

const POLICY: RateLimitPolicy = { name: "tested", points: Number(process.argv[2]), seconds: 600 };

for await (const key of createInterface({ input: process.stdin })) {
  const { isAllowed } = await consumePoint(POLICY, key);
  process.stdout.write(`${isAllowed ? "allowed" : "refused"}\n`);
}
process.exit(0);
