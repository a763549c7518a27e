import { z } from "zod";

export const TestClockInput = z.object({ days: z.int().min(1).max(366) }).meta({ id: "TestClockInput" });
export type TestClockInput = z.infer<typeof TestClockInput>;

export const TestClock = z
  .strictObject({ days: z.int().meta({ description: "By how many days time was moved in all." }) })
  .meta({ id: "TestClock" });
export type TestClock = z.infer<typeof TestClock>;

export const TestOrganization = z
  .strictObject({
    id: z.uuid(),
    vanity_slug: z.string(),
    url: z.string().meta({ description: "The API address of the test organization." }),
  })
  .meta({ id: "TestOrganization" });
export type TestOrganization = z.infer<typeof TestOrganization>;
