import { newId } from "@/lib/kernel/ids";

/** A statement that stores a mail of a test organization, with its values, and the id of the mail. */
export function buildTestMail(organizationId: string) {
  const id = newId();
  const html = "<html><head></head><body><p>You have a badge.</p></body></html>";
  const text = `
    INSERT INTO test_mails (id, organization_id, mail_id, to_name, to_address, subject, html, text, sent_at)
    VALUES ($1::uuid, $2, $1::text, 'Ada Okafor', 'ada@example.org', 'You have a badge', $3, 'You have a badge.', now())`;
  return { id, text, values: [id, organizationId, html] };
}
