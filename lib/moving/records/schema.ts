import { z } from "zod";
import { Employee, EmploymentHistory, EarnerGroup, EngagementCount, IssuedBadge } from "./badge-records";
import { id, number, text, time } from "./fields";
import {
  LearningApp,
  LearningAward,
  LearningGradable,
  LearningGrade,
  LearningIdentity,
  LearningIntegration,
  LearningRule,
  LearningStudent,
} from "./learning-records";
import {
  Image,
  IssuerAuthorization,
  IssuerAuthorizationTemplate,
  MailDesign,
  Member,
  MemberInvitation,
  OauthApplication,
  Organization,
  Person,
  SavedView,
} from "./organization-records";
import {
  BadgeTemplate,
  BadgeTemplateActivity,
  BadgeTemplateRecommendation,
  CertificateDesign,
  Endorsement,
  Recommendation,
  TemplateCertificateDesign,
} from "./template-records";

/** The version of the format. It changes when a reader of the version before could not read what is written. */
export const FORMAT = 2;
/** The versions that are read. Files of version 1 lack the kinds and fields that came later. */
const READ_FORMATS = [1, FORMAT];

/** The first line of an export. */
export const Header = z.strictObject({
  kind: z.literal("export"),
  format: z.literal(READ_FORMATS, {
    error: `must be ${READ_FORMATS.join(" or ")}: this file is of another version of the service`,
  }),
  organization_id: id(),
  /** The address of the service that it comes from. */
  base_url: z.url(),
  exported_at: time(),
  /**
   * Fields that the source does not give, by kind. A record that is created has what the line says; later runs leave them as
   * they are here.
   */
  not_given: z.record(z.string(), z.array(z.string())).optional(),
});
export type Header = z.infer<typeof Header>;

/** The last line. The digest is SHA-256 in hex over all lines before it, with their line breaks. */
export const Footer = z.strictObject({ kind: z.literal("end"), records: number(), sha256: text() });
export type Footer = z.infer<typeof Footer>;

/** The kinds of records, in the order of an export: a record refers only to records of the kinds before, or of its own. */
export const RECORDS = {
  image: Image,
  organization: Organization,
  person: Person,
  member: Member,
  member_invitation: MemberInvitation,
  saved_view: SavedView,
  mail_design: MailDesign,
  certificate_design: CertificateDesign,
  oauth_application: OauthApplication,
  badge_template: BadgeTemplate,
  badge_template_activity: BadgeTemplateActivity,
  template_certificate_design: TemplateCertificateDesign,
  recommendation: Recommendation,
  badge_template_recommendation: BadgeTemplateRecommendation,
  issuer_authorization: IssuerAuthorization,
  issuer_authorization_template: IssuerAuthorizationTemplate,
  endorsement: Endorsement,
  earner_group: EarnerGroup,
  issued_badge: IssuedBadge,
  engagement_count: EngagementCount,
  employee: Employee,
  employment_history: EmploymentHistory,
  learning_app: LearningApp,
  learning_identity: LearningIdentity,
  learning_integration: LearningIntegration,
  learning_student: LearningStudent,
  learning_gradable: LearningGradable,
  learning_grade: LearningGrade,
  learning_rule: LearningRule,
  learning_award: LearningAward,
} as const;

export type KindName = keyof typeof RECORDS;
export const KIND_NAMES = Object.keys(RECORDS) as KindName[];

/** A record with its fields, whatever its kind. */
export type AnyRecord = { kind: KindName } & Record<string, unknown>;
/** A record of a kind. */
export type RecordOf<Name extends KindName> = z.infer<(typeof RECORDS)[Name]>;
