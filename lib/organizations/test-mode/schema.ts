import { z } from "zod";

export const TestOrganization = z
  .strictObject({
    id: z.uuid(),
    vanity_slug: z.string(),
    url: z.string().meta({ description: "The API address of the test organization." }),
  })
  .meta({ id: "TestOrganization" });
export type TestOrganization = z.infer<typeof TestOrganization>;
