import { beforeEach, describe, expect, it } from "vitest";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { acceptEndorsement, offerEndorsement } from "../../support/credentials/endorsements";
import { fetchDocument } from "../../support/credentials/open-badge-documents";

let owner: TestOrganization;
let endorser: TestOrganization;

beforeEach(async () => {
  owner = await createTestOrganization("Open University");
  endorser = await createTestOrganization("Guild of Analysts");
});

const list = async (organization: TestOrganization) => (await organization.client.get("/endorsements")).data;

describe("the badge of an endorsement", () => {
  it("shows its endorser nothing that is not public, and its owner everything", async () => {
    const template = await createTemplate(owner, { name: "Data Analysis" });
    const { id } = await offerEndorsement(endorser, template.id);
    await owner.client.put(`/badge_templates/${template.id}`, { name: "Secret plan", public: false });
    const [given, received] = [await list(endorser), await list(owner)];
    expect(given).toMatchObject([
      { id, badge_template: { id: template.id, name: "Data Analysis", image_url: null, url: null } },
    ]);
    expect(received).toMatchObject([
      { id, badge_template: { name: "Secret plan", url: expect.stringContaining(template.id) } },
    ]);
  });

  it("is signed under the name that it had when the endorsement was offered", async () => {
    const template = await createTemplate(owner, { name: "Introduction" });
    const { id } = await offerEndorsement(endorser, template.id);
    await owner.client.put(`/badge_templates/${template.id}`, { name: "Certified by the Guild" });
    await acceptEndorsement(owner, id);
    expect((await fetchDocument(`/v1/obi/v3/endorsements/${id}`)).json.name).toBe(
      "Endorsement of Introduction",
    );
  });
});
