import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { decodeProtectedHeader, jwtVerify, type JWK } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { EndorsementsSection } from "@/components/public/badge/endorsements-section";
import { listPublicEndorsements } from "@/lib/credentials/endorsements/service";
import { readBadgePageStatus, readTemplatePageStatus } from "@/lib/credentials/public-pages/service";
import { newId } from "@/lib/kernel/ids";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  acceptEndorsement,
  createEndorsedBadge,
  offerEndorsement,
  type EndorsementBody,
} from "../../support/credentials/endorsements";
import { credentialPath, fetchDocument, type Json } from "../../support/credentials/open-badge-documents";
import { verifyByApi } from "../../support/credentials/verify-request";
import { stopClock } from "../../support/delivery/outbox";
import { ORIGIN } from "../../support/http/client";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { withMessages } from "../../support/browser/with-messages";
import { countQueries, sql } from "../../support/platform/database";

const DAY = 24 * 3_600_000;

let owner: TestOrganization;
let endorser: TestOrganization;
let stranger: TestOrganization;

beforeEach(async () => {
  owner = await createTestOrganization("Open University");
  endorser = await createTestOrganization("Guild of Analysts");
  stranger = await createTestOrganization();
});

const documentPath = (id: string): string => `/v1/obi/v3/endorsements/${id}`;
const act = (organization: TestOrganization, id: string, verb: string) =>
  organization.client.post(`/endorsements/${id}/${verb}`, {});
const list = async (organization: TestOrganization, query = "") =>
  (await organization.client.get(`/endorsements${query}`)).data as EndorsementBody[];
const stateOf = async (id: string) =>
  (await sql("SELECT state FROM endorsements WHERE id = $1", [id]))[0]?.state;

/** Reads the place of a credential in the published list that it names. */
async function readBit({ credentialStatus }: Json): Promise<boolean> {
  const { json } = await fetchDocument(credentialStatus.statusListCredential);
  const bits = await decodeList({ encodedList: json.credentialSubject.encodedList });
  return bits.getStatus(Number(credentialStatus.statusListIndex));
}

describe("POST …/endorsements", () => {
  it("201: offers to endorse a public badge of another organization; nothing is published", async () => {
    const template = await createTemplate(owner, { name: "Data Analysis" });
    const { status, data } = await endorser.client.post("/endorsements", {
      badge_template_id: template.id,
      comment: "  We hire people with this badge. ",
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(String),
      direction: "given",
      state: "offered",
      comment: "We hire people with this badge.",
      badge_template: {
        id: template.id,
        name: "Data Analysis",
        image_url: expect.stringContaining("/images/"),
        url: expect.stringContaining(`/badges/${template.id}`),
      },
      endorser: { id: endorser.id, name: "Guild of Analysts", url: expect.any(String) },
      owner: { id: owner.id, name: "Open University", url: expect.any(String) },
      credential_url: null,
      created_at: expect.any(String),
      state_updated_at: expect.any(String),
    });
    expect((await fetchDocument(documentPath(data.id))).status).toBe(404);
    const entries = await endorser.client.get("/audit_entries?filter=action_group::endorsement");
    expect(entries.data).toMatchObject([{ action: "endorsement.create", subject_id: data.id }]);
  });

  it("422: an own, private, unknown, draft or deleted badge alike, and a comment that is missing or too long", async () => {
    const badges = {
      own_badge: await createTemplate(endorser),
      private: await createTemplate(owner, { public: false }),
      draft: await createTemplate(owner, { state: "draft" }),
      deleted: await createTemplate(owner),
      unknown: { id: newId() },
    };
    await owner.client.delete(`/badge_templates/${badges.deleted.id}`);
    for (const [name, { id }] of Object.entries(badges)) {
      const { status, errors } = await offer(id, "Good");
      expect([name, status, errors]).toEqual([
        name,
        422,
        [
          expect.objectContaining({
            field: "badge_template_id",
            code: name === "own_badge" ? name : "not_found",
          }),
        ],
      ]);
    }
    const template = await createTemplate(owner);
    for (const comment of ["", "  ", "x".repeat(1_001), null])
      expect((await offer(template.id, comment)).errors).toMatchObject([{ field: "comment" }]);
    expect(await list(endorser)).toEqual([]);
  });

  async function offer(id: string, comment: unknown) {
    const { status, data } = await endorser.client.post("/endorsements", { badge_template_id: id, comment });
    return { status, errors: (data as { errors?: object[] }).errors };
  }

  it("422: a second endorsement of a badge, also at the same moment; another one after it was withdrawn", async () => {
    const template = await createTemplate(owner);
    const offers = await Promise.all([1, 2, 3, 4].map(() => offer(template.id, "Good")));
    const statuses = offers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 422, 422, 422]);
    const [{ id } = { id: "" }] = await list(endorser);
    await act(endorser, id, "withdraw");
    expect((await offer(template.id, "Better")).status).toBe(201);
  });

  it("422: for 30 days after the owner declined one", async () => {
    const clock = stopClock();
    const template = await createTemplate(owner);
    const { id } = await offerEndorsement(endorser, template.id);
    await act(owner, id, "decline");
    clock.advance(29 * DAY);
    expect((await offer(template.id, "Please")).errors).toMatchObject([{ code: "declined" }]);
    clock.advance(2 * DAY);
    expect((await offer(template.id, "Please")).status).toBe(201);
    clock.restore();
  });

  it("429: after 60 offers an hour", async () => {
    const statuses = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await offer(newId(), "Good")).status);
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("GET …/endorsements", () => {
  it("200: those that the organization gave and received, by filter, and nobody else's", async () => {
    const template = await createTemplate(owner);
    const given = await offerEndorsement(endorser, template.id);
    const back = await offerEndorsement(owner, (await createTemplate(endorser)).id);
    const ids = (rows: EndorsementBody[]) => rows.map(({ id }) => id);
    expect(ids(await list(owner))).toEqual([back.id, given.id]);
    expect((await list(owner)).map(({ direction }) => direction)).toEqual(["given", "received"]);
    expect(ids(await list(owner, "?filter=direction::received"))).toEqual([given.id]);
    expect(ids(await list(endorser, "?filter=direction::given|state::offered"))).toEqual([given.id]);
    expect(ids(await list(endorser, "?filter=state::accepted"))).toEqual([]);
    expect(ids(await list(owner, `?filter=badge_template_id::${template.id}`))).toEqual([given.id]);
    expect(ids(await list(owner, "?sort=created_at"))).toEqual([given.id, back.id]);
    expect(await list(stranger)).toEqual([]);
    expect((await owner.client.get("/endorsements?filter=direction::sideways")).status).toBe(400);
    const count = (query: string) => countQueries(() => list(owner, query));
    expect(await count("")).toBe(await count("?per=1"));
  });
});

describe("accepting, declining and withdrawing", () => {
  it("200 for the right organization and state; 404 for any other organization; 422 naming the state", async () => {
    const template = await createTemplate(owner);
    const { id } = await offerEndorsement(endorser, template.id);
    for (const [organization, verbs] of [
      [stranger, ["accept", "decline", "withdraw"]],
      [endorser, ["accept", "decline"]],
      [owner, ["withdraw"]],
    ] as const)
      for (const verb of verbs)
        expect([verb, (await act(organization, id, verb)).status]).toEqual([verb, 404]);
    expect((await act(owner, newId(), "accept")).status).toBe(404);
    expect(await stateOf(id)).toBe("offered");

    expect(await acceptEndorsement(owner, id)).toMatchObject({
      state: "accepted",
      direction: "received",
      credential_url: ORIGIN + documentPath(id),
    });
    const again = await act(owner, id, "accept");
    expect([again.status, again.data.message]).toEqual([
      422,
      "This endorsement is accepted and cannot be accepted.",
    ]);
    expect((await act(owner, id, "decline")).data.state).toBe("declined");
    for (const [organization, verb] of [
      [owner, "accept"],
      [owner, "decline"],
      [endorser, "withdraw"],
    ] as const)
      expect([verb, (await act(organization, id, verb)).status]).toEqual([verb, 422]);
    const { data: entries } = await owner.client.get("/audit_entries?filter=action_group::endorsement");
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "endorsement.decline",
      "endorsement.accept",
    ]);
  });

  it("one wins of many at the same moment, and what was published and withdrawn is revoked", async () => {
    const { id } = await offerEndorsement(endorser, (await createTemplate(owner)).id);
    const verbs = ["accept", "accept", "accept"].map((verb) => act(owner, id, verb));
    const withdrawal = act(endorser, id, "withdraw");
    const statuses = (await Promise.all(verbs)).map(({ status }) => status);
    expect((await withdrawal).status).toBe(200);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await stateOf(id)).toBe("withdrawn");
    const entries = await sql("SELECT revoked FROM status_list_entries WHERE badge_id = $1", [id]);
    expect(entries.every(({ revoked }) => revoked === true)).toBe(true);
  });

  it("422: more than ten endorsements of a badge, also at the same moment", async () => {
    const template = await createTemplate(owner);
    const offers = [];
    for (let count = 0; count < 12; count += 1)
      offers.push(await offerEndorsement(await createTestOrganization(), template.id));
    const results = await Promise.all(offers.map(({ id }) => act(owner, id, "accept")));
    const statuses = results.map(({ status }) => status);
    expect([
      statuses.filter((one) => one === 200).length,
      statuses.filter((one) => one === 422).length,
    ]).toEqual([10, 2]);
    expect(await list(owner, "?filter=state::accepted")).toHaveLength(10);
  });

  it("the endorsements of a deleted badge end", async () => {
    const { template, endorsement } = await createEndorsedBadge(owner);
    const { json } = await fetchDocument(documentPath(endorsement.id));
    expect((await owner.client.delete(`/badge_templates/${template.id}`)).status).toBe(204);
    expect(await stateOf(endorsement.id)).toBe("declined");
    expect(await readBit(json)).toBe(true);
  });
});

describe("GET /obi/v3/endorsements/{id}", () => {
  it("200: what the organization signed, the same for ever; 410 and revoked once it is withdrawn or removed", async () => {
    for (const end of [
      (id: string) => act(endorser, id, "withdraw"),
      (id: string) => act(owner, id, "decline"),
    ]) {
      const template = await createTemplate(owner, { name: "Data Analysis" });
      const { id } = await offerEndorsement(endorser, template.id, "We hire people with it.");
      await acceptEndorsement(owner, id);
      const { status, json, bytes } = await fetchDocument(documentPath(id));
      expect(status).toBe(200);
      const { proof, credentialStatus, ...rest } = json;
      expect(rest).toEqual({
        "@context": [
          "https://www.w3.org/ns/credentials/v2",
          "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
          "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
        ],
        id: ORIGIN + documentPath(id),
        type: ["VerifiableCredential", "EndorsementCredential"],
        name: "Endorsement of Data Analysis",
        issuer: expect.objectContaining({
          id: `did:web:localhost%3A3000:v1:obi:v3:issuers:${endorser.id}`,
          name: "Guild of Analysts",
        }),
        validFrom: expect.stringMatching(/:\d\dZ$/),
        credentialSubject: {
          id: `${ORIGIN}/v1/obi/v2/badge_classes/${template.id}`,
          type: ["EndorsementSubject"],
          endorsementComment: "We hire people with it.",
        },
        credentialSchema: [expect.objectContaining({ type: "1EdTechJsonSchemaValidator2019" })],
      });
      expect(proof.map((one: Json) => one.cryptosuite)).toEqual(["eddsa-rdfc-2022", "eddsa-jcs-2022"]);
      expect(credentialStatus.statusListCredential).toContain(endorser.id);

      await owner.client.put(`/badge_templates/${template.id}`, { name: "Renamed" });
      expect((await fetchDocument(documentPath(id))).bytes.equals(bytes)).toBe(true);
      expect(await readBit(json)).toBe(false);
      expect((await end(id)).status).toBe(200);
      expect((await fetchDocument(documentPath(id))).status).toBe(410);
      expect(await readBit(json)).toBe(true);
    }
  });

  it("200: as a JWT that the key of the organization signed", async () => {
    const { endorser: issuer, endorsement } = await createEndorsedBadge(owner);
    const jwt = (await fetchDocument(`${documentPath(endorsement.id)}.jwt`)).bytes.toString();
    const { kid } = decodeProtectedHeader(jwt);
    const did = (await fetchDocument(`/v1/obi/v3/issuers/${issuer.id}/did.json`)).json;
    const method = did.verificationMethod.find((one: Json) => one.id === kid);
    const { payload } = await jwtVerify(jwt, method.publicKeyJwk as JWK, { clockTolerance: 1 });
    const { proof: _proof, ...document } = (await fetchDocument(documentPath(endorsement.id))).json;
    expect(payload).toMatchObject({ ...document, jti: document.id, iss: document.issuer.id });
  });

  it("404: unknown ones, and those that were never accepted", async () => {
    const { id } = await offerEndorsement(endorser, (await createTemplate(owner)).id);
    await act(endorser, id, "withdraw");
    for (const path of [id, newId(), "nothing"])
      expect((await fetchDocument(documentPath(path))).status).toBe(404);
  });
});

describe("the credential of an endorsed badge", () => {
  it("contains the endorsements that were accepted when it was signed, as they were signed", async () => {
    const earner = await createEarner();
    const { template, endorsement, endorser: first } = await createEndorsedBadge(owner);
    await offerEndorsement(endorser, template.id); // never accepted
    const { id } = await issueAcceptedBadge(owner, earner, false, { badge_template_id: template.id });
    const before = await fetchDocument(credentialPath(id));
    const { json: signed } = await fetchDocument(documentPath(endorsement.id));
    expect(before.json.credentialSubject.achievement.endorsement).toEqual([signed]);

    await act(first, endorsement.id, "withdraw");
    expect((await fetchDocument(credentialPath(id))).bytes.equals(before.bytes)).toBe(true);
    expect([await readBit(before.json), await readBit(signed)]).toEqual([false, true]);
    const later = await issueAcceptedBadge(owner, await createEarner(), false, {
      badge_template_id: template.id,
    });
    const { json } = await fetchDocument(credentialPath(later.id));
    expect(json.credentialSubject.achievement.endorsement).toBeUndefined();
  });

  it("is still verified by this service, and an endorsement is no badge", async () => {
    const { template, endorsement } = await createEndorsedBadge(owner);
    const { id } = await issueAcceptedBadge(owner, await createEarner(), false, {
      badge_template_id: template.id,
    });
    const verify = async (path: string) =>
      (await verifyByApi({ credential: (await fetchDocument(path)).json })).status as string;
    expect(await verify(credentialPath(id))).toBe("valid");
    expect(await verify(documentPath(endorsement.id))).toBe("unverifiable");
  });
});

describe("public pages", () => {
  it("show accepted endorsements, with the domain of the organization only if it is verified, and change at once", async () => {
    const template = await createTemplate(owner);
    const badge = await issueAcceptedBadge(owner, await createEarner(), false, {
      badge_template_id: template.id,
    });
    const slug = String((await owner.client.get("")).data.vanity_slug);
    const readStamps = async () => [
      await readTemplatePageStatus(slug, template.id),
      await readBadgePageStatus(badge.id),
    ];
    const readShown = async () => {
      const found = await findPublicBadge(badge.id);
      return "shown" in found ? found.shown.endorsements : null;
    };
    const { id } = await offerEndorsement(endorser, template.id, "<b>Well made</b>");
    const before = await readStamps();
    expect(await readShown()).toEqual([]);
    await acceptEndorsement(owner, id);
    const published = await readStamps();
    const shown = {
      id,
      name: "Guild of Analysts",
      comment: "<b>Well made</b>",
      path: expect.stringMatching(/^\/org\//),
      domain: null,
    };
    expect(await readShown()).toEqual([shown]);
    await sql(
      "UPDATE organizations SET verified_at = now(), verified_domain = 'guild.example' WHERE id = $1",
      [endorser.id],
    );
    const verified = await readStamps();
    expect(await readShown()).toEqual([
      { ...shown, domain: expect.objectContaining({ name: "guild.example" }) },
    ]);
    const html = renderToStaticMarkup(
      await withMessages(
        createElement(EndorsementsSection, { endorsements: await listPublicEndorsements(template.id) }),
      ),
    );
    expect(html).toContain("Endorsed by");
    expect(html).toContain("guild.example");
    expect(html).toContain("&lt;b&gt;Well made&lt;/b&gt;");
    await act(endorser, id, "withdraw");
    expect(await readShown()).toEqual([]);
    const stamps = [before, published, verified].map((pair) => JSON.stringify(pair));
    expect(new Set(stamps).size).toBe(3);
    expect(JSON.stringify(await readStamps())).toBe(stamps[0]);
  });
});
