import { z } from "zod";
import { timestamp } from "@/lib/kernel/fields";

const mail = {
  id: z.uuid(),
  to: z.strictObject({ name: z.string(), address: z.string() }),
  subject: z.string(),
  sent_at: timestamp(),
};

export const TestMail = z.strictObject(mail).meta({ id: "TestMail" });
export type TestMail = z.infer<typeof TestMail>;

export const TestMailDetail = z
  .strictObject({ ...mail, html: z.string(), text: z.string() })
  .meta({ id: "TestMailDetail" });
export type TestMailDetail = z.infer<typeof TestMailDetail>;
