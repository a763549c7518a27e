-- Of invitations of one employee that wait twice, the one in work stays, or the oldest.
UPDATE outbox_messages SET state = 'done', finished_at = now(), last_reason = 'not_needed', leased_until = NULL, lease_id = NULL
WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY subject_id ORDER BY leased_until DESC NULLS LAST, created_at, id) AS place
    FROM outbox_messages
    WHERE state = 'due' AND kind = 'mail' AND payload ->> 'template' = 'employee_invitation'
  ) AS waiting WHERE place > 1
);

-- An employee has one invitation that waits, whoever asks for another one meanwhile.
CREATE UNIQUE INDEX "outbox_messages_due_invitation_key" ON "outbox_messages" ("subject_id")
  WHERE "state" = 'due' AND "kind" = 'mail' AND "payload" ->> 'template' = 'employee_invitation';
