import { createInterface } from "node:readline";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";

// Acts as a separate machine: takes a point for each line of input and prints whether it was allowed.

const POLICY: RateLimitPolicy = { name: "tested", points: Number(process.argv[2]), seconds: 600 };

for await (const key of createInterface({ input: process.stdin })) {
  const { isAllowed } = await consumePoint(POLICY, key);
  process.stdout.write(`${isAllowed ? "allowed" : "refused"}\n`);
}
process.exit(0);
