import { randomBytes, randomUUID } from "node:crypto";
import { insertIdentity } from "@/lib/learning/connections/queries";
import { createConnectedIntegration, createTestLearningApp } from "../learning/learning";
import { sql } from "../platform/database";
import { full, insert, now, sha256, type World } from "./filled-rows";

export async function fillCourse({ earner, employer, marks }: World) {
  const course = await createConnectedIntegration(await createTestLearningApp(employer));
  await insertIdentity({ appId: course.app.id, ltiUserId: marks.first, userId: earner.id });
  const [student] = await sql(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING id`,
    [employer.id, course.id, `extern-${marks.first}`, marks.first, marks.last, marks.address],
  );
  const [gradable] = await sql(
    `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback, min_pass_requirement,
       creator_id) VALUES ($1, $2, 'g', 'G', 'points', '1', $3) RETURNING id`,
    [employer.id, course.id, course.app.ownerId],
  );
  await insert("learning_grades", {
    organization_id: employer.id,
    integration_id: course.id,
    gradable_id: gradable?.id,
    student_id: student?.id,
    score: full(marks),
    rank: 1,
    completed_at: now(),
  });
  await insert("learning_logs", {
    organization_id: employer.id,
    integration_id: course.id,
    created_at: now(),
    action: "create",
    type: "student",
    data: JSON.stringify({ student_id: `extern-${marks.first}` }),
  });
  await insert("learning_connection_requests", {
    id: randomUUID(),
    organization_id: employer.id,
    app_id: course.app.id,
    integration_id: course.id,
    lti_user_id: marks.first,
    email: marks.address,
    asked_at: now(),
  });
  await insert("learning_tokens", {
    id: randomUUID(),
    organization_id: employer.id,
    app_id: course.app.id,
    kind: "learner",
    user_id: earner.id,
    digest: randomBytes(32),
    expires_at: new Date(Date.now() + 3_600_000),
    address: full(marks),
    browser: full(marks),
  });
}

export async function fillOrganizations({ earner, issuer, employer, marks }: World) {
  const text = full(marks);
  await sql(
    "UPDATE authorization_tokens SET created_by_id = $2, created_by_name = $3 WHERE organization_id = $1",
    [employer.id, earner.id, text],
  );
  await sql(
    "UPDATE oauth_applications SET created_by_id = $2, created_by_name = $3 WHERE organization_id = $1",
    [employer.id, earner.id, text],
  );
  const invitation = {
    role: "viewer",
    invited_by_type: "User",
    created_at: now(),
    sent_at: now(),
    expires_at: new Date(Date.now() + 86_400_000),
  };
  await insert("member_invitations", {
    ...invitation,
    id: randomUUID(),
    organization_id: issuer.id,
    email: marks.address,
    invited_by_id: randomUUID(),
    invited_by_name: "Mara",
  });
  await insert("member_invitations", {
    ...invitation,
    id: randomUUID(),
    organization_id: issuer.id,
    email: `someone-${randomUUID()}@example.org`,
    invited_by_id: earner.id,
    invited_by_name: text,
  });
  await insert("saved_views", {
    id: randomUUID(),
    organization_id: issuer.id,
    list: "issued_badges",
    name: text,
    parameters: JSON.stringify({ query: marks.address.toUpperCase() }),
    created_at: now(),
    updated_at: now(),
  });
  await insert("notices", {
    id: randomUUID(),
    user_id: earner.id,
    kind: "new_sign_in",
    key: `sign_in:${text}`,
    data: JSON.stringify({ address: text }),
    is_shown: true,
    created_at: now(),
  });
  await insert("move_runs", {
    id: randomUUID(),
    organization_id: issuer.id,
    source: "x",
    position: 1,
    counts: "{}",
    refusals: JSON.stringify([{ reason: `${marks.address} is taken` }]),
    started_at: now(),
  });
  await insert("test_mails", {
    id: randomUUID(),
    organization_id: issuer.id,
    mail_id: text,
    to_name: text,
    to_address: marks.address,
    subject: text,
    html: text,
    text,
    sent_at: now(),
  });
}

export async function fillRecords({ earner, issuer, employer, marks }: World, badgeId: string) {
  const text = full(marks);
  await insert("mail_sendings", {
    outbox_message_id: randomUUID(),
    organization_id: issuer.id,
    recipient_digest: sha256(marks.address),
    sent_at: now(),
  });
  const message = { organization_id: issuer.id, next_attempt_at: now(), state: "done", last_reason: text };
  await insert("outbox_messages", {
    ...message,
    id: randomUUID(),
    kind: "mail",
    subject_id: badgeId,
    payload: JSON.stringify({ template: "revoked_badge", text }),
    recipient_digest: sha256(marks.address),
  });
  const [event] = await sql("SELECT id FROM events WHERE subject_id = $1 LIMIT 1", [badgeId]);
  const webhook = randomUUID();
  await insert("outbox_messages", {
    ...message,
    last_reason: null,
    id: webhook,
    kind: "webhook",
    subject_id: event?.id,
  });
  await insert("webhook_attempts", {
    id: randomUUID(),
    outbox_message_id: webhook,
    attempted_at: now(),
    duration_ms: 1,
    response_excerpt: text,
    response_headers: JSON.stringify({ "x-name": text }),
  });
  const request = {
    organization_id: issuer.id,
    occurred_at: now(),
    method: "PUT",
    status: 200,
    duration_ms: 1,
    request_id: randomUUID(),
  };
  await insert("api_requests", {
    ...request,
    id: randomUUID(),
    path: `/v1/employees/${marks.address}`,
    query: `query=${marks.address}`,
    actor_type: "AuthorizationToken",
    actor_id: "t",
    actor_name: "Token",
    address: "203.0.113.1",
    user_agent: "curl",
    request_body: JSON.stringify({ first_name: marks.first, last_name: marks.last }),
    response_body: text,
  });
  await insert("api_requests", {
    ...request,
    id: randomUUID(),
    path: "/v1/badges",
    query: "",
    actor_type: "User",
    actor_id: earner.id,
    actor_name: text,
    address: text,
    user_agent: text,
  });
  const entry = { organization_id: employer.id, occurred_at: now(), actor_type: "User" };
  await insert("audit_entries", {
    ...entry,
    id: randomUUID(),
    actor_id: earner.id,
    actor_name: text,
    action: "badge_template.update",
    address: text,
    browser: text,
    changes: JSON.stringify([{ field: "name", from: "a", to: "b" }]),
  });
  await insert("audit_entries", {
    ...entry,
    id: randomUUID(),
    actor_id: "someone",
    actor_name: "Mara Lind",
    action: "organization.update",
    address: "203.0.113.9",
    browser: "Firefox",
    changes: JSON.stringify([{ field: "contact_email", from: marks.address, to: null }]),
  });
}
