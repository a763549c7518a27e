import { createUsageRecorder } from "@/lib/kernel/usage-recorder";

/** Records `last_used_at` and `last_successfully_used_at` of tokens of the learning edition. */
export const learningTokenUsage = createUsageRecorder("learning_tokens", "uuid");
