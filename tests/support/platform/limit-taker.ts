import { createInterface } from "node:readline";
import { registry } from "@/lib/platform/metrics/metrics";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";

// Acts as a separate machine: takes a point for each line of input and prints whether it was allowed. For the name of a metric
// it prints its value.

const POLICY: RateLimitPolicy = { name: "tested", points: Number(process.argv[2]), seconds: 600 };

for await (const key of createInterface({ input: process.stdin })) {
  const metric = registry().getSingleMetric(key);
  if (metric) {
    process.stdout.write(`${(await metric.get()).values[0]?.value}\n`);
    continue;
  }
  const { isAllowed } = await consumePoint(POLICY, key);
  process.stdout.write(`${isAllowed ? "allowed" : "refused"}\n`);
}
process.exit(0);
