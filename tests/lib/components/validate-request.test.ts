import { describe, expect, it } from "vitest";
import { z } from "zod";
import { onDemand } from "@/components/on-demand";
import { validateRequest } from "@/components/ui/form/validate-request";

const schema = onDemand(() => Promise.resolve(z.object({ name: z.string().min(1) })));

describe("the validation of a form's request", () => {
  it("accepts what the schema accepts", async () => {
    await expect(validateRequest(schema, { name: "Ada" })).resolves.toBeUndefined();
  });

  it("fails as the server would: 422, with the field and the code", async () => {
    const errors = [expect.objectContaining({ field: "name", code: "required" })];
    await expect(validateRequest(schema, {})).rejects.toMatchObject({ status: 422, errors });
  });

  it("fails when the schema cannot be loaded, so that nothing is sent unchecked", async () => {
    const lost = onDemand((): Promise<z.ZodType> => Promise.reject(new Error("offline")));
    await expect(validateRequest(lost, { name: "Ada" })).rejects.toMatchObject({
      status: 0,
      code: "offline",
    });
  });
});
