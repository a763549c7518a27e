import { beforeAll, describe, expect, it } from "vitest";
import { ENTERPRISE_SCHEMA } from "@/lib/workforce/directories/schema";
import { createTestOrganization } from "../../support/builders";
import { digestTables, isWaiting, openConnection } from "../../support/platform/database";
import { until } from "../../support/until";
import { createDirectory, createUser, type Directory } from "../../support/workforce/directory";

let directory: Directory;

beforeAll(async () => {
  directory = await createDirectory(await createTestOrganization());
});

const times = <Item>(count: number, build: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_one, index) => build(index));

const address = (number: number) => ({ type: `type-${number}`, country: "NO", region: "x".repeat(50) });

/** Runs `work` while another transaction has the row of a user, and ends that when `work` is done. */
async function whileLocked<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const connection = await openConnection();
  await connection.query("BEGIN");
  await connection.query("SELECT FROM employees WHERE id = $1 FOR UPDATE", [userId]);
  try {
    return await work();
  } finally {
    await connection.query("COMMIT");
    await connection.end();
  }
}

describe("a patch that is too large", () => {
  it.each([
    [
      "operations with many values each, of 900 kB",
      times(100, (operation) => ({
        op: "add",
        path: "addresses",
        value: times(100, (index) => address(operation * 100 + index)),
      })),
    ],
    [
      "operations that repeat the same values",
      times(4, () => ({ op: "add", path: "addresses", value: times(100, address) })),
    ],
    [
      "one operation with an attribute in many spellings",
      [
        {
          op: "add",
          value: Object.fromEntries(
            times(400, (index) => [
              Array.from("addresses")
                .map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter))
                .join(""),
              [address(index)],
            ]),
          ),
        },
      ],
    ],
    [
      "long filters",
      times(20, () => ({
        op: "replace",
        path: `addresses[${times(30, () => 'type eq "a"').join(" or ")}].country`,
        value: "NO",
      })),
    ],
  ])("400: %s, before the user is locked or anything is applied", async (_name, operations) => {
    const { id } = await createUser(directory);
    const before = await digestTables();
    const { status, body } = await whileLocked(id, () => directory.patch(id, operations));
    expect([status, body.scimType], JSON.stringify(body)).toEqual([400, "tooMany"]);
    expect(await digestTables()).toEqual(before);
  });

  it("400: a name that is a path longer than paths may be", async () => {
    const { id } = await createUser(directory);
    const filter = times(50, () => 'type eq "a"').join(" or ");
    const { status, body } = await directory.patch(id, [
      { op: "add", value: { [`addresses[${filter}].country`]: "NO" } },
    ]);
    expect([status, body.scimType]).toEqual([400, "invalidPath"]);
  });

  it("is one operation of a bulk request, whose others succeed", async () => {
    const { id } = await createUser(directory);
    const patch = (Operations: unknown[]) => ({
      method: "PATCH",
      path: `/Users/${id}`,
      data: { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations },
    });
    const { body } = await directory.post("/Bulk", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      Operations: [
        patch(times(5, () => ({ op: "add", path: "addresses", value: times(100, address) }))),
        patch([{ op: "replace", path: "title", value: "Chief" }]),
      ],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(["400", "200"]);
  });
});

describe("a patch that is large", () => {
  it("200: with as many values as two lists can have", async () => {
    const { id, userName } = await createUser(directory);
    const emails = times(100, (index) => ({ value: userName, type: `type-${index}` }));
    const { status, body } = await directory.patch(id, [
      { op: "replace", path: "emails", value: emails },
      { op: "replace", path: "addresses", value: times(100, address) },
      { op: "replace", path: "title", value: "Chief" },
    ]);
    expect([status, body.title], JSON.stringify(body)).toEqual([200, "Chief"]);
    expect(body.addresses).toMatchObject([{ country: "NO" }]);
  });

  it("200: with a thousand values of attributes that are not stored, and a hundred operations", async () => {
    const { id } = await createUser(directory);
    const { status, body } = await directory.patch(id, [
      { op: "add", path: "roles", value: times(1_000, (index) => ({ value: `role-${index}` })) },
      { op: "add", path: "groups", value: times(1_000, (index) => ({ value: `group-${index}` })) },
      ...times(98, (index) => ({ op: "replace", path: "title", value: `Title ${index}` })),
    ]);
    expect([status, body.title]).toEqual([200, "Title 97"]);
  });
});

describe("patches of one user at the same time", () => {
  it("all take effect, also when each has read the user before the others changed it", async () => {
    const { id } = await createUser(directory);
    const patches = [
      { op: "replace", path: "title", value: "Chief" },
      { op: "replace", path: "name.givenName", value: "Bo" },
      { op: "replace", path: `${ENTERPRISE_SCHEMA}:department`, value: "Sales" },
      { op: "replace", path: 'addresses[type eq "work"].region', value: "Bergen" },
      { op: "replace", path: "name.familyName", value: "Xu" },
      { op: "replace", path: 'addresses[type eq "work"].country', value: "DK" },
    ];
    let answers: Promise<{ status: number }[]> = Promise.resolve([]);
    await whileLocked(id, async () => {
      answers = Promise.all(patches.map((operation) => directory.patch(id, [operation])));
      await until("the patches wait for the user", () => isWaiting(patches.length));
    });
    expect((await answers).map(({ status }) => status)).toEqual(patches.map(() => 200));
    const { body } = await directory.get(`/Users/${id}`);
    expect(body).toMatchObject({
      title: "Chief",
      name: { givenName: "Bo", familyName: "Xu" },
      addresses: [{ country: "DK", region: "Bergen" }],
      [ENTERPRISE_SCHEMA]: { department: "Sales" },
    });
  });

  it("412: of two that are based on the same version, one is refused", async () => {
    const { id, meta } = await createUser(directory);
    let answers: Promise<{ status: number }[]> = Promise.resolve([]);
    await whileLocked(id, async () => {
      answers = Promise.all(
        ["A", "B"].map((value) =>
          directory.patch(id, [{ op: "replace", path: "title", value }], { "if-match": meta.version }),
        ),
      );
      await until("the patches wait for the user", () => isWaiting(2));
    });
    expect((await answers).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 412,
    ]);
  });
});
