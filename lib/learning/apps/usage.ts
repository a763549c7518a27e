import { createUsageRecorder } from "@/lib/kernel/usage-recorder";

/**
 * Records `last_used_at` and `last_successfully_used_at` of learning apps, for requests with their tokens and requests
 * that they sign.
 */
export const learningAppUsage = createUsageRecorder("learning_apps", "uuid");
