import { createUsageRecorder } from "@/lib/kernel/usage-recorder";

/** `last_used_at` and `last_successfully_used_at` of OAuth applications: token requests and requests with a token. */
export const applicationUses = createUsageRecorder("oauth_applications", "integer");
