import { beforeAll } from "vitest";
import { createTestOrganization, createTemplate, type TestOrganization } from "../builders";

/** The organization of a file's tests, and one of its active templates. */
export let organization: TestOrganization;
export let template: { id: string };

/** Creates both before all tests of a file. */
export function useIssuer(): void {
  beforeAll(async () => {
    organization = await createTestOrganization();
    template = await createTemplate(organization);
  });
}
