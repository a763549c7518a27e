import { z } from "zod";
import { DESIGNED_MAILS } from "@/lib/delivery/mail-designs/choices";
import { MailDesignInput } from "@/lib/delivery/mail-designs/schema";
import { optionalNotNull } from "@/lib/kernel/fields";
import { LOCALES } from "@/lib/kernel/locales";
import { MAIL_KINDS } from "./choices";

/** A design that need not be saved: what it leaves out is as saved. */
const design = optionalNotNull(MailDesignInput);
const locale = z.enum(LOCALES);

export const MailPreviewInput = z
  .object({ design, kind: z.enum(MAIL_KINDS), locale })
  .meta({ id: "MailPreviewInput" });
export type MailPreviewInput = z.infer<typeof MailPreviewInput>;

export const MailPreview = z
  .strictObject({
    from: z.strictObject({ name: z.string(), address: z.string() }),
    reply_to: z.string().nullable(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** The texts that are used where the organization has none, with placeholders. Null for other kinds. */
    built_in: z.strictObject({ subject: z.string(), heading: z.string() }).nullable(),
  })
  .meta({ id: "MailPreview" });
export type MailPreview = z.infer<typeof MailPreview>;

export const DesignTestInput = z
  .object({ design, kind: z.enum(DESIGNED_MAILS), locale })
  .meta({ id: "MailDesignTestInput" });
export type DesignTestInput = z.infer<typeof DesignTestInput>;

export const DesignTest = z
  .strictObject({
    /** Where the mail is sent: the caller's own address. */
    address: z.string(),
  })
  .meta({ id: "MailDesignTest" });
export type DesignTest = z.infer<typeof DesignTest>;

export const RowMailPreview = z
  .strictObject({
    is_sent: z
      .boolean()
      .meta({ description: "Whether the recipient gets it, or the row or import says otherwise." }),
    locale: z.enum(LOCALES),
    from: z.strictObject({ name: z.string(), address: z.string() }),
    reply_to: z.string().nullable(),
    to: z.strictObject({ name: z.string(), address: z.string() }),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  })
  .meta({ id: "RowMailPreview" });
export type RowMailPreview = z.infer<typeof RowMailPreview>;
