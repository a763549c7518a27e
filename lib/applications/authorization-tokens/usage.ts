import { createUsageRecorder } from "@/lib/kernel/usage-recorder";

/** `last_used_at` and `last_successfully_used_at` of authorization tokens. */
export const tokenUses = createUsageRecorder("authorization_tokens", "uuid");
