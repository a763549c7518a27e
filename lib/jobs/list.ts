import type { Job } from "@/lib/kernel/outbox/worker";
import { mailJob } from "@/lib/mail/jobs";
import { webhookJob } from "@/lib/webhooks/jobs";
import type { OutboxKind } from "@/prisma/generated/client";

/** The work of every kind of message; both runners call it. */
export const jobs: Record<OutboxKind, Job> = { webhook: webhookJob, mail: mailJob };
