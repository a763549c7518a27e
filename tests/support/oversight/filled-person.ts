import { randomBytes, randomUUID } from "node:crypto";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { PERSONAL_COLUMNS } from "@/lib/oversight/erasures/personal-columns";
import { createEmployee } from "../builders";
import { sql } from "../platform/database";
import { confirmAddress, issueAcceptedBadge, issueBadgeTo } from "../accounts/earners";
import { fillCourse, fillOrganizations, fillRecords } from "./filled-records";
import { full, insert, now, sha256, type World } from "./filled-rows";

async function fillBadges({ earner, issuer, employer, marks }: World) {
  const accepted = await issueAcceptedBadge(issuer, earner);
  const other = await issueAcceptedBadge(employer, earner, true);
  const pending = await issueBadgeTo(issuer, `second-${marks.address}`);
  const { data: replacement } = await issuer.client.post(`/badges/${accepted.id}/replace`, {
    badge_template_id: (await issuer.client.get(`/badges/${pending.id}`)).data.badge_template.id,
    issued_at: "2026-01-01",
    notification_message: `For ${full(marks)}`,
  });
  const text = full(marks);
  await sql(
    `UPDATE issued_badges SET issued_to = $2, issued_to_first_name = $3, issued_to_middle_name = $3, issued_to_last_name = $4,
       issuer_earner_id = $2, country = $2, country_code = $2, state_or_province = $2, revocation_reason = $2, locale = 'fr',
       evidence = jsonb_build_array(jsonb_build_object('id', $2::text)),
       results = jsonb_build_array(jsonb_build_object('name', $2::text))
     WHERE user_id = $1 OR recipient_email LIKE '%' || $5`,
    [earner.id, text, marks.first, marks.last, marks.address],
  );
  await sql("DELETE FROM signed_credentials WHERE badge_id = $1", [other.id]);
  await insert("signed_credentials", {
    badge_id: other.id,
    document: text,
    token_header: text,
    token_signature: Buffer.from(text),
    created_at: now(),
  });
  await insert("wallet_offers", {
    id: randomUUID(),
    badge_id: other.id,
    user_id: earner.id,
    session_version: 1,
    code_digest: randomBytes(32),
    transaction_key: text,
    token_digest: randomBytes(32),
    created_at: now(),
    expires_at: now(),
  });
  await insert("wallet_copies", {
    id: randomUUID(),
    badge_id: other.id,
    format: "ldp_vc",
    holder: text,
    nonce_digest: randomBytes(32),
    content_digest: randomBytes(32),
    issued_at: now(),
  });
  return { accepted, other, pending, replacement };
}

async function fillImports({ earner, issuer, marks }: World, issuedId: string, templateId: string) {
  const id = randomUUID();
  const text = full(marks);
  await insert("badge_imports", {
    id,
    organization_id: issuer.id,
    template_organization_id: issuer.id,
    badge_template_id: templateId,
    file_name: "people.csv",
    state: "ready",
    columns: JSON.stringify([{ name: "Name", samples: [text] }]),
    mapping: "{}",
    duplicate_behavior: "deny",
    issued_at: "2026-01-01",
    suppress_badge_notification_email: false,
    date_order: "day_first",
    is_date_order_chosen: false,
    rows_count: 2,
    ok_count: 1,
    warning_count: 0,
    error_count: 0,
    created_by_id: earner.id,
    created_by_name: text,
    started_by_type: "User",
    started_by_id: earner.id,
    started_by_name: text,
    stop_reason: `${text} may no longer issue badges here.`,
    created_at: now(),
    updated_at: now(),
  });
  const row = {
    organization_id: issuer.id,
    badge_import_id: id,
    cells: [text],
    is_ragged: false,
    recipient_email: marks.address,
    recipient_name: text,
    problems: JSON.stringify([{ field: "name", code: "x", message: text }]),
  };
  await insert("badge_import_rows", { ...row, number: 2, status: "issued", badge_id: issuedId });
  await insert("badge_import_rows", { ...row, number: 3, status: "ok" });
  const action = randomUUID();
  await insert("badge_bulk_actions", {
    id: action,
    organization_id: issuer.id,
    action: "resend",
    state: "done",
    is_mail_suppressed: false,
    badges_count: 1,
    started_by_type: "User",
    started_by_id: earner.id,
    started_by_name: text,
    stop_reason: `${text} may no longer issue badges here.`,
    created_at: now(),
    updated_at: now(),
  });
  await insert("badge_bulk_action_items", {
    organization_id: issuer.id,
    badge_bulk_action_id: action,
    number: 1,
    badge_id: issuedId,
    status: "skipped",
    message: text,
  });
  return id;
}

async function fillEmployees({ earner, employer, marks }: World) {
  const former = await createEmployee(employer, {
    email: `second-${marks.address}`,
    external_id: randomUUID(),
  });
  await employer.client.delete(`/employees/${former.id}`);
  const employee = await createEmployee(employer, { email: marks.address });
  const texts = OTHER_TEXTS.employees.map((name) => `${name} = $2`).join();
  await sql(`UPDATE employees SET ${texts}, first_name = $3, last_name = $4, user_id = $5 WHERE id = $1`, [
    employee.id,
    full(marks),
    marks.first,
    marks.last,
    earner.id,
  ]);
  const managed = await createEmployee(employer, {});
  await sql(
    "UPDATE employees SET manager_first_name = $2, manager_last_name = $3, manager_external_id = $4 WHERE id = $1",
    [managed.id, marks.first, marks.last, full(marks)],
  );
  await insert("employment_histories", {
    id: randomUUID(),
    organization_id: employer.id,
    employee_id: employee.id,
    current: true,
    employer_job_title: full(marks),
    partner_occupation: full(marks),
    occupation_name: full(marks),
    model_version: full(marks),
    state: full(marks),
  });
  return employee.id as string;
}

/** Columns of a table that a person's text can be written into by one statement. */
const OTHER_TEXTS = {
  employees: Object.entries(PERSONAL_COLUMNS.employees ?? {})
    .filter(
      ([name, endedBy]) => endedBy !== "generated" && !["email", "first_name", "last_name"].includes(name),
    )
    .map(([name]) => name),
  external_badges: Object.keys(PERSONAL_COLUMNS.external_badges ?? {}).filter(
    (name) => !["skills", "assertion_digest", "recipient_email"].includes(name),
  ),
};

async function fillAccount({ earner, employer, marks }: World) {
  const text = full(marks);
  await earner.client.patch("", { first_name: marks.first, last_name: marks.last });
  const image = randomUUID();
  await insert("images", { id: image, sha256: sha256(text), bytes: Buffer.from(text) });
  await sql(
    `UPDATE users SET middle_name = $2, headline = $2, bio = $2, current_position_name = $2, photo_id = $3,
       current_organization_name = $2, password_hash = $2 WHERE id = $1`,
    [earner.id, text, image],
  );
  await sql("UPDATE users SET vanity_slug = $2 WHERE id = $1", [earner.id, marks.first.toLowerCase()]);
  await insert("profile_addresses", {
    slug: marks.first.toLowerCase(),
    user_id: earner.id,
    created_at: now(),
  });
  await confirmAddress(earner, `second-${marks.address}`);
  await insertMembership(employer.id, earner.id, "viewer");
  const own = { user_id: earner.id };
  await insert("passkeys", {
    ...own,
    id: randomUUID(),
    credential_id: text,
    public_key: Buffer.from(text),
    counter: 0,
    transports: [text],
    name: text,
    created_at: now(),
  });
  await insert("authenticator_apps", { ...own, secret: Buffer.from(text), created_at: now() });
  await insert("recovery_codes", { ...own, digest: Buffer.from(text) });
  await insert("account_activities", {
    ...own,
    id: randomUUID(),
    kind: "sign_in",
    address: text,
    browser: text,
    window_start: now(),
    occurred_at: now(),
  });
  await insert("sessions", {
    ...own,
    id: randomUUID(),
    version: 1,
    started_at: now(),
    expires_at: now(),
    last_used_at: now(),
    address: text,
    browser: text,
    proved_at: now(),
    has_second_factor: false,
  });
  await insert("badge_collections", {
    ...own,
    id: randomUUID(),
    name: text,
    position: 1,
    created_at: now(),
    updated_at: now(),
  });
}

async function fillExternalBadge({ earner, marks }: World) {
  const text = full(marks);
  await earner.client.post("/external_badges", { badge: { badge_name: text, issuer_name: text } });
  const texts = OTHER_TEXTS.external_badges.map((name) => `${name} = $2`).join();
  const [badge] = await sql(
    `UPDATE external_badges SET ${texts}, skills = ARRAY[$2], recipient_email = $3, assertion_digest = $4
     WHERE user_id = $1 RETURNING id`,
    [earner.id, text, marks.address, sha256(text)],
  );
  await insert("uploaded_credentials", {
    external_badge_id: badge?.id,
    credential_id: text,
    issuer_id: text,
    document: text,
    is_token: false,
    updated_at: now(),
  });
}

/** Writes a person into every personal column, in two organizations. */
export async function fillPerson(world: World) {
  await fillAccount(world);
  const employeeId = await fillEmployees(world);
  const badges = await fillBadges(world);
  const [pending] = await sql("SELECT badge_template_id AS id FROM issued_badges WHERE id = $1", [
    badges.pending.id,
  ]);
  const importId = await fillImports(world, badges.accepted.id, String(pending?.id));
  await fillCourse(world);
  await fillExternalBadge(world);
  await fillOrganizations(world);
  await fillRecords(world, badges.accepted.id);
  return { ...badges, employeeId, importId };
}
