/** The groups of actions, as the filter names them. */
export const GROUPS: Record<string, string> = {
  badge: "Badges",
  badge_import: "Files of badges",
  badge_template: "Badge templates",
  recommendation: "Recommendations",
  employee: "Employees",
  member: "Members",
  account: "Sign-ins and passwords",
  invitation: "Invitations",
  organization: "Profile",
  organization_domain: "Domain",
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

const SINGULAR: Record<string, string> = {
  badge: "a badge",
  badge_import: "a file of badges",
  badge_template: "a badge template",
  recommendation: "a recommendation",
  employee: "an employee",
  member: "a member",
  invitation: "an invitation",
  organization: "the organization",
  organization_domain: "the domain",
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
  learning_rule: "rules of a badge",
  learning_grade: "grades",
  learning_token: "a token of a learning app",
  learning_code: "an authorization code",
  learning_log: "the log of an integration",
};

const VERBS: Record<string, string> = {
  create: "Made",
  update: "Changed",
  delete: "Deleted",
  rotate: "Rotated",
  issue: "Issued",
  replace: "Replaced",
  revoke: "Revoked",
  redeliver: "Redelivered",
  evaluate: "Evaluated",
  exchange: "Exchanged",
  register: "Registered",
  resend: "Sent again",
  accept: "Accepted",
  cancel: "Cancelled",
  copy: "Copied",
  finish: "Finished",
  import: "Imported",
  reveal: "Looked at",
  start: "Started",
  stop: "Stopped",
};

/** Where verb and resource together say it badly. */
const WHOLE: Record<string, string> = {
  "account.sign_in": "Signed in",
  "account.wrong_password": "Entered a wrong password",
  "account.locked_out": "Was stopped after too many wrong passwords",
  "account.password_changed": "Changed their password",
  "account.password_reset": "Reset their password by e-mail",
  "account.sign_out": "Signed out",
  "account.sign_out_everywhere": "Signed out everywhere",
  "badge.correct_recipient": "Corrected the address of a badge",
  "badge.send_notification": "Sent the mail of a badge again",
  "badge_import.create": "Uploaded a file of badges",
  "badge_import.finish": "Issued the badges of a file",
  "badge_import.start": "Began to issue the badges of a file",
  "badge_import.stop": "Could not go on with a file of badges",
  "employee.import": "Imported employees from a file",
  "employee.invite": "Invited employees to connect",
  "invitation.create": "Invited somebody to become a member",
  "invitation.resend": "Sent an invitation again",
  "invitation.delete": "Withdrew an invitation",
  "invitation.accept": "Accepted an invitation and became a member",
  "issuer.create": "Authorized an issuer",
  "issuer.delete": "Took an issuer’s authorization back",
  "learning_app.rotate_secret": "Rotated the secret of a learning app",
  "oauth_application.rotate_secret": "Rotated the secret of an OAuth application",
  "learning_student.create": "Added students",
  "learning_gradable.create": "Added gradables",
  "member.update": "Gave a member another role",
  "member.delete": "Removed a member",
  "member.leave": "Left the organization",
  "member.reset_password": "Created a password reset link for a member",
  "member.sign_out": "Signed a member out everywhere",
  "organization_domain.update": "Set the domain",
  "organization_domain.delete": "Removed the domain",
  "organization_domain.verify": "Verified the domain",
  "organization_domain.lose": "Ended the verification of the domain",
  "organization.enable_workforce": "Turned workforce data on",
  "organization.disable_workforce": "Turned workforce data off",
  "member.merge": "Merged a member’s account into their own",
  "webhook_delivery.redeliver_range": "Redelivered many events at once",
  "webhook_test_event.create": "Sent a test event",
};

/** What an action of the log did, in words; one that has none yet is shown as it is written. */
export function actionWords(action: string): string {
  const [group = "", verb = ""] = action.split(".");
  const [said, what] = [VERBS[verb], SINGULAR[group]];
  return WHOLE[action] ?? (said && what ? `${said} ${what}` : action);
}

/** Where the console shows what was changed: `{id}` is the subject's. */
const PAGES: Record<string, string> = {
  badge: "/issued_badges/{id}",
  badge_import: "/issue/file/{id}",
  badge_template: "/badge_templates/{id}",
  recommendation: "/recommendations/{id}",
  employee: "/employees/{id}",
  organization: "/settings",
  organization_domain: "/settings/domain",
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
};

/** The page of the console about what was changed; null where there is none, or what it showed is gone. */
export function subjectPath(action: string, subjectId: string | null): string | null {
  const [group = "", verb = ""] = action.split(".");
  if (subjectId === null || verb === "delete") return null;
  return PAGES[group]?.replace("{id}", encodeURIComponent(subjectId)) ?? null;
}
