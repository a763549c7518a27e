import { beforeAll, describe, expect, it } from "vitest";
import { findMovedProfile, readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { ORIGIN, sortedStatuses } from "../../support/http/client";
import {
  claimAddress,
  createEarner,
  issueAcceptedBadge,
  type TestEarner,
} from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const newAddress = (): string => `jane-doe-${nextSerial()}`;

const choose = ({ client }: TestEarner, address: string) => client.patch("", { profile_address: address });

async function createPublicEarner(): Promise<TestEarner> {
  const earner = await createEarner();
  await issueAcceptedBadge(issuer, earner);
  return earner;
}

/** The status of a response, and the code of its error. */
const readCode = ({ status, data }: { status: number; data: unknown }) => [
  status,
  /address_\w+/.exec(JSON.stringify(data))?.[0],
];

const waitForWindow = ({ id }: TestEarner) =>
  sql(
    `UPDATE users SET profile_address_changes =
       ARRAY(SELECT at - interval '31 days' FROM unnest(profile_address_changes) AS at) WHERE id = $1`,
    [id],
  );

describe("the address of a public profile", () => {
  it("is chosen, recorded and shown; the id, the generated and each earlier address lead to it", async () => {
    const earner = await createPublicEarner();
    const generated = String((await earner.client.get("")).data.url).replace(`${ORIGIN}/users/`, "");
    const [first, second] = [newAddress(), newAddress()];
    expect((await choose(earner, first.toUpperCase())).data.url).toBe(`${ORIGIN}/users/${first}`);
    expect((await choose(earner, second)).data.url).toBe(`${ORIGIN}/users/${second}`);
    for (const former of [generated, first, earner.id, second.toUpperCase()]) {
      expect(await findMovedProfile(former)).toBe(second);
      expect((await readProfilePageStatus(former, 1)).kind).toBe("moved");
    }
    expect((await readProfilePageStatus(second, 1)).kind).toBe("shown");
    expect(await findMovedProfile(second)).toBeNull();
    // The person may return.
    expect((await choose(earner, first)).status).toBe(200);
    expect(await findMovedProfile(second)).toBe(first);
    const { data } = await earner.client.get("/data");
    expect(data.profile.url).toBe(`${ORIGIN}/users/${first}`);
    expect(new Set(data.former_profile_urls)).toEqual(
      new Set([generated, second].map((address) => `${ORIGIN}/users/${address}`)),
    );
    const kinds = await sql("SELECT kind FROM account_activities WHERE user_id = $1", [earner.id]);
    expect(kinds.filter(({ kind }) => kind === "profile_address_changed")).toHaveLength(3);
  });

  it("422: a used, a formerly used, a reserved and an invalid address change nothing", async () => {
    const [owner, other] = [await createPublicEarner(), await createEarner()];
    const [former, current] = [newAddress(), newAddress()];
    await choose(owner, former);
    await choose(owner, current);
    const { url } = (await other.client.get("")).data;
    for (const address of [former, current, current.toUpperCase(), "support", "u-0123456789ab"])
      expect(readCode(await choose(other, address))).toEqual([422, "address_taken"]);
    for (const address of ["-x-", "ab", owner.id])
      expect(readCode(await choose(other, address))).toEqual([422, "address_invalid"]);
    expect((await other.client.get("")).data.url).toBe(url);
    expect(await findMovedProfile(former)).toBe(current);
  });

  it("can be changed three times in 30 days", async () => {
    const earner = await createEarner();
    for (let count = 0; count < 3; count += 1) expect((await choose(earner, newAddress())).status).toBe(200);
    expect(readCode(await choose(earner, newAddress()))).toEqual([422, "address_changes"]);
    await waitForWindow(earner);
    expect((await choose(earner, newAddress())).status).toBe(200);
  });

  it("429: after 20 attempts in an hour", async () => {
    const earner = await createEarner();
    for (let count = 0; count < 20; count += 1) await choose(earner, "support");
    expect((await choose(earner, "support")).status).toBe(429);
  });

  it("goes to one of two people who choose it at once", async () => {
    const earners = await Promise.all([createEarner(), createEarner()]);
    const address = newAddress();
    const found = await Promise.all(earners.map((earner) => choose(earner, address)));
    expect(sortedStatuses(found)).toEqual([200, 422]);
  });

  it("stays hidden while the profile is private, like an unknown one", async () => {
    const earner = await createEarner();
    await issueAcceptedBadge(issuer, earner, true);
    const [former, current] = [newAddress(), newAddress()];
    await choose(earner, former);
    await choose(earner, current);
    for (const address of [former, current, earner.id, newAddress()])
      expect(await readProfilePageStatus(address, 1)).toEqual({ kind: "unknown" });
  });

  it("moves with a merge: all addresses of both accounts lead to the survivor, who may choose each", async () => {
    const [survivor, source] = [await createPublicEarner(), await createPublicEarner()];
    const [former, merged, own] = [newAddress(), newAddress(), newAddress()];
    await choose(source, former);
    await choose(source, merged);
    await choose(survivor, own);
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    for (const address of [former, merged, source.id]) expect(await findMovedProfile(address)).toBe(own);
    expect(readCode(await choose(await createEarner(), merged))).toEqual([422, "address_taken"]);
    expect((await choose(survivor, merged)).status).toBe(200);
    expect(await findMovedProfile(own)).toBe(merged);
  });

  it("is erased with the account, and other people cannot choose it", async () => {
    const earner = await createPublicEarner();
    const [former, current] = [newAddress(), newAddress()];
    await choose(earner, former);
    await choose(earner, current);
    expect((await earner.client.delete("", { email: earner.email })).status).toBe(204);
    const stored = await sql("SELECT slug FROM profile_addresses WHERE user_id = $1", [earner.id]);
    expect(JSON.stringify(stored)).not.toContain("jane-doe");
    const other = await createEarner();
    for (const address of [former, current]) {
      expect(await findMovedProfile(address)).toBeNull();
      expect(readCode(await choose(other, address))).toEqual([422, "address_taken"]);
    }
  });
});
