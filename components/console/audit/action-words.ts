/** The groups of actions, as the filter shows them. */
export const ACTION_GROUPS: Record<string, string> = {
  badge: "Badges",
  badge_bulk_action: "Bulk actions",
  badge_import: "Badge imports",
  badge_template: "Badge templates",
  endorsement: "Endorsements",
  recommendation: "Recommendations",
  employee: "Employees",
  member: "Members",
  account: "Sign-ins and passwords",
  invitation: "Invitations",
  saved_view: "Shared views",
  organization: "Profile",
  certificate_design: "Certificates",
  organization_domain: "Domain",
  issuer_domain: "Issuing under the domain",
  signing_key: "Signing keys",
  authorization_token: "Authorization tokens",
  oauth_application: "OAuth applications",
  issuer: "Issuers",
  webhook_settings: "Webhook settings",
  webhook_secret: "Webhook secret",
  webhook_delivery: "Webhook deliveries",
  webhook_test_event: "Webhook tests",
  learning_app: "Learning apps",
  learning_integration: "Integrations",
  learning_student: "Students",
  learning_gradable: "Gradables",
  learning_rule: "Rules",
  learning_grade: "Grades",
  learning_token: "Learning tokens",
  learning_code: "Authorization codes",
  learning_log: "Integration logs",
};

const RESOURCES: Record<string, string> = {
  badge: "a badge",
  badge_bulk_action: "a bulk action",
  badge_import: "a badge import",
  badge_template: "a badge template",
  endorsement: "an endorsement",
  recommendation: "a recommendation",
  employee: "an employee",
  member: "a member",
  invitation: "an invitation",
  saved_view: "a shared view",
  organization: "the organization",
  certificate_design: "the design of certificates",
  organization_domain: "the domain",
  signing_key: "a signing key",
  authorization_token: "an authorization token",
  oauth_application: "an OAuth application",
  issuer: "an issuer",
  webhook_settings: "the webhook settings",
  webhook_secret: "the webhook secret",
  webhook_delivery: "a delivery",
  webhook_test_event: "a test event",
  learning_app: "a learning app",
  learning_integration: "an integration",
  learning_student: "students",
  learning_gradable: "gradables",
  learning_rule: "badge rules",
  learning_grade: "grades",
  learning_token: "a learning app token",
  learning_code: "an authorization code",
  learning_log: "an integration log",
};

const VERBS: Record<string, string> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  rotate: "Rotated",
  retire: "Retired",
  issue: "Issued",
  replace: "Replaced",
  revoke: "Revoked",
  redeliver: "Redelivered",
  evaluate: "Evaluated",
  exchange: "Exchanged",
  register: "Registered",
  resend: "Resent",
  accept: "Accepted",
  decline: "Declined",
  withdraw: "Withdrew",
  cancel: "Cancelled",
  copy: "Copied",
  finish: "Finished",
  import: "Imported",
  reveal: "Viewed",
  start: "Started",
  stop: "Stopped",
};

/** Texts for actions where the verb and the resource do not combine well. */
const ACTION_TEXTS: Record<string, string> = {
  "account.sign_in": "Signed in",
  "account.wrong_password": "Entered a wrong password",
  "account.locked_out": "Locked out after too many wrong passwords",
  "account.password_changed": "Changed their password",
  "account.password_reset": "Reset their password by e-mail",
  "account.sign_out": "Signed out",
  "account.sign_out_everywhere": "Signed out everywhere",
  "account.application_allowed": "Allowed an application to use their account",
  "account.application_ended": "Ended an application’s access to their account",
  "account.profile_address_changed": "Changed the address of their public profile",
  "badge.correct_recipient": "Changed the e-mail address of a badge",
  "badge.send_notification": "Resent a badge e-mail",
  "badge_bulk_action.cancel": "Stopped a bulk action",
  "badge_bulk_action.finish": "Finished a bulk action",
  "badge_bulk_action.start": "Started a bulk action",
  "badge_bulk_action.stop": "Stopped a bulk action",
  "badge_import.create": "Uploaded a badge import file",
  "badge_import.finish": "Finished a badge import",
  "badge_import.schedule": "Scheduled a badge import",
  "badge_import.start": "Started a badge import",
  "badge_import.stop": "Stopped a badge import",
  "badge_import.unschedule": "Cancelled a scheduled badge import",
  "badge_template.design_certificate": "Changed the certificates of a badge template",
  "badge_template.reset_certificate_design": "Returned a badge template to the organization’s certificates",
  "endorsement.create": "Offered an endorsement",
  "employee.import": "Imported employees from a file",
  "employee.invite": "Invited employees to connect",
  "invitation.create": "Invited a member",
  "invitation.resend": "Resent an invitation",
  "invitation.delete": "Withdrew an invitation",
  "invitation.accept": "Accepted an invitation",
  "issuer.create": "Authorized an issuer",
  "issuer.delete": "Revoked an issuer’s authorization",
  "learning_app.rotate_secret": "Rotated a learning app secret",
  "oauth_application.rotate_secret": "Rotated an OAuth application secret",
  "learning_student.create": "Added students",
  "learning_gradable.create": "Added gradables",
  "member.update": "Changed a member’s role",
  "member.delete": "Removed a member",
  "member.leave": "Left the organization",
  "member.reset_password": "Created a password reset link for a member",
  "member.sign_out": "Signed a member out everywhere",
  "organization.move_test_clock": "Moved the time of test mode",
  "organization.open_test": "Opened test mode",
  "organization_domain.update": "Set the domain",
  "organization_domain.delete": "Removed the domain",
  "organization_domain.verify": "Verified the domain",
  "organization_domain.lose": "Ended domain verification",
  "issuer_domain.enable": "Turned on issuing under the domain",
  "issuer_domain.disable": "Turned off issuing under the domain",
  "issuer_domain.pause": "Paused issuing under the domain",
  "issuer_domain.resume": "Resumed issuing under the domain",
  "organization.enable_workforce": "Turned on workforce data",
  "organization.disable_workforce": "Turned off workforce data",
  "member.merge": "Merged a member’s account into their own",
  "webhook_delivery.redeliver_range": "Redelivered a range of events",
  "webhook_test_event.create": "Sent a test event",
};

/** Returns the text for an action. An unknown action is returned unchanged. */
export function actionText(action: string): string {
  const [group = "", verb = ""] = action.split(".");
  const [verbText, resourceText] = [VERBS[verb], RESOURCES[group]];
  return ACTION_TEXTS[action] ?? (verbText && resourceText ? `${verbText} ${resourceText}` : action);
}

/** The console pages of the subjects. `{id}` is replaced with the id of the subject. */
const SUBJECT_PAGES: Record<string, string> = {
  badge: "/issued_badges/{id}",
  badge_bulk_action: "/issued_badges/bulk_actions/{id}",
  badge_import: "/issue/file/{id}",
  badge_template: "/badge_templates/{id}",
  endorsement: "/badge_templates/endorsements",
  recommendation: "/recommendations/{id}",
  employee: "/employees/{id}",
  organization: "/settings",
  certificate_design: "/settings/certificates",
  organization_domain: "/settings/domain",
  issuer_domain: "/settings/domain",
  signing_key: "/settings/signing_keys",
  member: "/settings/members",
  invitation: "/settings/invitations",
  issuer: "/issuers",
  authorization_token: "/developer/authorization_tokens",
  oauth_application: "/developer/oauth_applications/{id}",
  webhook_settings: "/developer/webhooks",
  webhook_secret: "/developer/webhooks",
  webhook_delivery: "/developer/webhooks/deliveries/{id}",
  learning_app: "/learning/apps/{id}",
  learning_integration: "/learning/integrations/{id}",
  learning_log: "/learning/integrations/{id}",
  learning_rule: "/badge_templates/{id}/earning_path",
  account: "/settings/members",
};

/**
 * Returns the name of a page that is about all things of this kind, for a subject without a name of its own, such as the
 * settings of webhooks. Null if there is none.
 */
export function subjectPlace(action: string): string | null {
  const [group = ""] = action.split(".");
  return SUBJECT_PAGES[group]?.includes("{id}") === false ? (ACTION_GROUPS[group] ?? null) : null;
}

/** Returns the console page of the changed subject, or null if it has none or the subject was deleted. */
export function subjectPath(action: string, subjectId: string | null): string | null {
  const [group = "", verb = ""] = action.split(".");
  // The subject of an evaluation is the rule, which has no page of its own.
  if (subjectId === null || verb === "delete" || action === "learning_rule.evaluate") return null;
  return SUBJECT_PAGES[group]?.replace("{id}", encodeURIComponent(subjectId)) ?? null;
}
