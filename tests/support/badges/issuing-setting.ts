import { beforeAll } from "vitest";
import { makeOrganization, makeTemplate, type TestOrganization } from "../builders";

/** The organization of a file's tests, and an active template of it. */
export let organization: TestOrganization;
export let template: { id: string };

/** Makes them for all tests of a file. */
export function useIssuer(): void {
  beforeAll(async () => {
    organization = await makeOrganization();
    template = await makeTemplate(organization);
  });
}
