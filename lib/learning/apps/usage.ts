import { createUsageRecorder } from "@/lib/kernel/usage-recorder";

/** `last_used_at` and `last_successfully_used_at` of learning apps: their tokens' requests, and those that they sign. */
export const learningAppUsage = createUsageRecorder("learning_apps", "uuid");
