import { z } from "zod";
import { flag, timestamp, uuid } from "@/lib/kernel/fields";
import { NOTICE_KIND_NAMES } from "./choices";

/** What the text of a notice is made of, by its kind. */
export const NoticeData = {
  webhooks_failing: z.strictObject({ failing_since: timestamp() }),
  token_ending: z.strictObject({
    credential: z.enum(["authorization_token", "learning_token"]),
    id: z.uuid(),
    name: z
      .string()
      .nullable()
      .meta({ description: "The description of the token, or the app it belongs to." }),
    ends_at: timestamp(),
  }),
  domain_failing: z.strictObject({
    event: z.enum([
      "proof_missing",
      "verification_lost",
      "issuing_paused",
      "certificate_ending",
      "provider_changed",
    ]),
    domain: z.string(),
    ends_at: timestamp().nullable().meta({
      description:
        "When the verification ends unless the proof is found, or the last certificate of the single sign-on; null for other events.",
    }),
  }),
  import_finished: z.strictObject({
    import_id: z.uuid(),
    file_name: z.string(),
    outcome: z.enum(["done", "stopped"]),
    issued_count: z.int(),
    failed_count: z.int(),
  }),
  new_sign_in: z.strictObject({
    address: z.string().nullable(),
    browser: z.string().nullable(),
    signed_in_at: timestamp(),
  }),
};

const NoticeOrganization = z.strictObject({ id: z.uuid(), name: z.string(), vanity_slug: z.string() });

const common = {
  id: z.uuid(),
  is_read: z.boolean(),
  created_at: timestamp(),
};

const organizationNotice = { ...common, organization: NoticeOrganization };

export const Notice = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...organizationNotice,
      kind: z.literal("webhooks_failing"),
      data: NoticeData.webhooks_failing,
    }),
    z.strictObject({ ...organizationNotice, kind: z.literal("token_ending"), data: NoticeData.token_ending }),
    z.strictObject({
      ...organizationNotice,
      kind: z.literal("domain_failing"),
      data: NoticeData.domain_failing,
    }),
    z.strictObject({
      ...organizationNotice,
      kind: z.literal("import_finished"),
      data: NoticeData.import_finished,
    }),
    z.strictObject({
      ...common,
      organization: z.null(),
      kind: z.literal("new_sign_in"),
      data: NoticeData.new_sign_in,
    }),
  ])
  .meta({ id: "Notice" });
export type Notice = z.infer<typeof Notice>;

export const NoticeChange = z.object({ is_read: flag() }).meta({ id: "NoticeChange" });
export type NoticeChange = z.infer<typeof NoticeChange>;

export const ReadNotices = z
  .strictObject({ read_count: z.int().meta({ description: "How many notices were unread." }) })
  .meta({ id: "ReadNotices" });
export type ReadNotices = z.infer<typeof ReadNotices>;

const NoticeSetting = z.strictObject({
  organization: NoticeOrganization.nullable().meta({ description: "Null: notices about the account." }),
  kind: z.enum(NOTICE_KIND_NAMES),
  mail: z.boolean(),
  console: z.boolean(),
});

export const NoticeSettings = z
  .strictObject({ settings: z.array(NoticeSetting) })
  .meta({ id: "NoticeSettings" });
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** Settings that are not named stay as they are. */
export const NoticeSettingsInput = z
  .object({
    settings: z
      .array(
        z.object({
          organization_id: uuid().nullable(),
          kind: z.enum(NOTICE_KIND_NAMES),
          mail: flag(),
          console: flag(),
        }),
      )
      .min(1)
      .max(500),
  })
  .meta({ id: "NoticeSettingsInput" });
export type NoticeSettingsInput = z.infer<typeof NoticeSettingsInput>;
