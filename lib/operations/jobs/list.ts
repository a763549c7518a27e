import { forgetExpiredRequests } from "@/lib/accounts/saml/service";
import { signAuditHeads } from "@/lib/oversight/audit-chain/jobs";
import { hasAllRights, isStillAllowed } from "@/lib/accounts/authentication/author-rights";
import { badgeBulkActionJob, deleteOldBulkActions } from "@/lib/badges/bulk-actions/jobs";
import { badgeImportJob, deleteOldImports } from "@/lib/badges/imports/jobs";
import { credentialJob, signEarlierBadges } from "@/lib/credentials/signed-credentials/jobs";
import { deleteExpiredIdempotencyKeys } from "@/lib/access/idempotency-keys/service";
import { eraseDeletedBadges, foldBadgeCounts, remindOfExpirations } from "@/lib/badges/issued/jobs";
import { deleteOldMoves, serviceMoveJob } from "@/lib/moving/service-moves/jobs";
import { runAsJob } from "@/lib/kernel/db";
import type { Job } from "@/lib/kernel/outbox/worker";
import { withNewTrace } from "@/lib/kernel/tracing";
import { continueErasures } from "@/lib/oversight/erasures/jobs";
import { removeCourseData } from "@/lib/learning/integrations/jobs";
import { makeDueNotices } from "@/lib/organizations/notices/jobs";
import { deleteOldSendings, mailJob } from "@/lib/delivery/mail/jobs";
import { deleteOldTestMails } from "@/lib/delivery/test-mails/service";
import { checkIssuerDomains } from "@/lib/credentials/issuer-domains/jobs";
import { checkDomains } from "@/lib/organizations/domains/jobs";
import { managePartitions } from "@/lib/operations/retention/partitions";
import { removeOldRecords } from "@/lib/operations/retention/service";
import { reencryptSecrets } from "@/lib/operations/stored-secrets/service";
import { deletePastChallenges } from "@/lib/identity/second-factors/challenges";
import { deletePastSessions } from "@/lib/identity/users/sessions";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import type { OutboxKind } from "@/prisma/generated/client";

/** The job for each kind of message; both runners use it. */
export const jobs: Record<OutboxKind, Job> = {
  webhook: webhookJob,
  mail: mailJob,
  badge_import: badgeImportJob((author) => isStillAllowed(author, "issued_badges", "write")),
  badge_bulk_action: badgeBulkActionJob((author, access) => isStillAllowed(author, "issued_badges", access)),
  service_move: serviceMoveJob(hasAllRights),
  credential: credentialJob,
};

/** Work that runs every hour. Any number of runners may run a turn at once, and repeat it. */
export type HourlyJob = {
  id: string;
  /** Does a limited part of the work; true when more may be left. */
  turn: () => Promise<boolean>;
};

/** The hourly jobs; both runners use them. */
export const hourlyJobs: HourlyJob[] = [
  // Each removes everything in one statement.
  { id: "forget-expired-keys", turn: () => deleteExpiredIdempotencyKeys().then(() => false) },
  { id: "forget-ended-sessions", turn: () => deletePastSessions().then(() => false) },
  { id: "forget-used-challenges", turn: () => deletePastChallenges().then(() => false) },
  { id: "forget-sign-in-requests", turn: forgetExpiredRequests },
  { id: "forget-mail-sendings", turn: () => deleteOldSendings().then(() => false) },
  { id: "forget-test-mails", turn: deleteOldTestMails },
  { id: "fold-badge-counts", turn: foldBadgeCounts },
  { id: "sign-earlier-badges", turn: signEarlierBadges },
  { id: "erase-deleted-badges", turn: eraseDeletedBadges },
  { id: "erase-persons", turn: continueErasures },
  { id: "remind-of-expirations", turn: () => remindOfExpirations() },
  { id: "make-notices", turn: makeDueNotices },
  { id: "forget-old-imports", turn: deleteOldImports },
  { id: "forget-old-bulk-actions", turn: deleteOldBulkActions },
  { id: "forget-old-moves", turn: deleteOldMoves },
  { id: "check-domains", turn: checkDomains },
  { id: "check-issuer-domains", turn: checkIssuerDomains },
  { id: "remove-course-data", turn: removeCourseData },
  { id: "renew-secrets", turn: reencryptSecrets },
  { id: "sign-audit-heads", turn: signAuditHeads },
  { id: "manage-partitions", turn: managePartitions },
  { id: "remove-old-records", turn: removeOldRecords },
].map(({ id, turn }) => ({
  id,
  turn: () => withNewTrace(`hourly ${id}`, { "app.job": id }, () => runAsJob(turn)),
}));
