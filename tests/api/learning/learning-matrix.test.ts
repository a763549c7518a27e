import { beforeAll, describe, expect, it } from "vitest";
import { basicHeaders, send } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  learningClient,
  type LearningAnswer,
} from "../../support/learning/learning";
import {
  createCredential,
  LEARNING_CALLERS,
  LEARNING_PREPARATIONS,
  createSetting,
  type LearningCallerName,
  type Setting,
} from "../../support/access/learning-authorization";
import { learningOperations } from "../../support/http/routes";

type Row = Record<LearningCallerName, number>;

const strangerRow = {
  anonymous: 401,
  bad: 401,
  expired: 401,
  "former owner": 401,
  "organization token": 401,
};

/**
 * Work in an integration: for its own token and the app's owner. Others get the response for an unknown integration.
 */
const integrationRow: Row = {
  ...strangerRow,
  owner: 200,
  integration: 200,
  learner: 401,
  "another integration": 400,
  "another app": 400,
  "another organization": 400,
};
/** Lists of an integration of which a learner sees their own rows. */
const ownRowsRow: Row = { ...integrationRow, learner: 200 };
/** Operations on a whole app: for its owner. Other owners act on their own app. */
const managementRow = (others: number): Row => ({
  ...integrationRow,
  integration: 401,
  "another integration": 401,
  "another app": others,
  "another organization": others,
});
function allRefusedRow(): Row {
  return Object.fromEntries(LEARNING_CALLERS.map((caller) => [caller, 401])) as Row;
}

/** The request contains its own credentials, and a token next to them is ignored. */
const allAllowedRow = Object.fromEntries(LEARNING_CALLERS.map((caller) => [caller, 200])) as Row;

/** A signature covers all parameters, so a token that was not signed invalidates it. */
const signerRow: Row = { ...allRefusedRow(), anonymous: 200 };
/** What a learner who came from the LMS sees and does is only for that learner. */
const learnerRow: Row = { ...allRefusedRow(), learner: 200 };
/** A code is for the owner of the app that it names. */
const ownerRow: Row = { ...allRefusedRow(), owner: 200 };

/** Operation id to the response for each caller. Lists every operation of the learning edition, and no others. */
const OPERATION_ROWS: Record<string, Row> = {
  "POST /v1.1/authenticate": { ...allAllowedRow, "organization token": 401 },
  "POST /v1.1/cle_auth/authenticate": signerRow,
  "POST /v1.1/cle_auth/authorize": integrationRow,
  "POST /v1.1/cle_auth/connect": signerRow,
  "DELETE /v1.1/cle_auth/deauthenticate": integrationRow,
  "POST /v1.1/cle_auth/deauthenticate": integrationRow,
  "POST /v1.1/cle_auth/exchange": ownerRow,
  "POST /v1.1/cle_auth/reconnect": integrationRow,
  "GET /v1.1/cle_integrations": {
    ...integrationRow,
    "another integration": 200,
    "another app": 200,
    "another organization": 200,
  },
  "POST /v1.1/cle_integrations/create": managementRow(200),
  "DELETE /v1.1/cle_integrations/delete": managementRow(400),
  "POST /v1.1/cle_integrations/delete": managementRow(400),
  "GET /v1.1/cle_logs": integrationRow,
  "DELETE /v1.1/cle_logs/delete": integrationRow,
  "POST /v1.1/cle_logs/delete": integrationRow,
  "GET /v1.1/cle_students": ownRowsRow,
  "POST /v1.1/cle_students/create": integrationRow,
  "DELETE /v1.1/cle_students/delete": integrationRow,
  "POST /v1.1/cle_students/delete": integrationRow,
  "GET /v1.1/cle_gradable": ownRowsRow,
  "POST /v1.1/cle_gradable/create": integrationRow,
  "DELETE /v1.1/cle_gradable/delete": integrationRow,
  "POST /v1.1/cle_gradable/delete": integrationRow,
  "GET /v1.1/cle_eligibility/grade": ownRowsRow,
  "POST /v1.1/cle_eligibility/grade/register": integrationRow,
  "GET /v1.1/cle_rules": integrationRow,
  "GET /v1.1/cle_rules/desc": integrationRow,
  "POST /v1.1/cle_rules/update": integrationRow,
  "PUT /v1.1/cle_rules/update": integrationRow,
  "PATCH /v1.1/cle_rules/update": integrationRow,
  "GET /v1.1/cle_launch": learnerRow,
  "POST /v1.1/cle_launch/accept": learnerRow,
  "POST /v1.1/cle_launch/decline": learnerRow,
  "POST /v1.1/cle_launch/claim": learnerRow,
  "GET /v1.1/cle_eligibility/students": integrationRow,
  "POST /v1.1/cle_eligibility/evaluate/rule": integrationRow,
};

let matrixSetting: Setting;

beforeAll(async () => {
  matrixSetting = await createSetting();
});

const countAuditEntries = async ({ headers }: LearningAnswer): Promise<number> =>
  (await sql("SELECT FROM audit_entries WHERE request_id = $1", [headers.get("x-request-id")])).length;

/**
 * Operations with another number of audit entries: a claim evaluates a rule and issues a badge; an exchange uses no
 * token and is recorded for the organization whose data it opens; the sign-ins of a member within an hour are one
 * entry, which the first one writes (account-activity.test.ts).
 */
const ENTRY_COUNTS: Record<string, number[]> = {
  "POST /v1.1/cle_launch/claim": [2],
  "POST /v1.1/cle_auth/exchange": [1],
  "POST /v1.1/authenticate": [0, 1],
};

/** POSTs that only read. */
const READING_POSTS = new Set(["POST /v1.1/cle_auth/reconnect"]);

const isChange = (id: string, tokens: readonly string[]): boolean =>
  !id.startsWith("GET ") && !READING_POSTS.has(id) && tokens.length > 0;

const expectedEntryCounts = (id: string, tokens: readonly string[]): number[] =>
  ENTRY_COUNTS[id] ?? [Number(isChange(id, tokens))];

/** The error name in a stranger's 400: one of these. */
const REFUSAL_NAMES = ["invalid_integration", "unauthorized_user", "invalid_param_organization_id"];

// A launch uses no token and has no response envelope (learning-launch.test.ts).
const guarded = learningOperations.filter(({ spec }) => !spec.redirects);

describe("the authorization matrix of the learning edition", () => {
  it("has a row and a preparation for every operation, and no others", () => {
    const ids = guarded.map(({ id }) => id).toSorted();
    expect(Object.keys(OPERATION_ROWS).toSorted()).toEqual(ids);
    expect(Object.keys(LEARNING_PREPARATIONS).toSorted()).toEqual(ids);
  });

  describe.each(guarded.map((one) => [one.id, one] as const))("%s", (id, { method, pattern, spec }) => {
    const row = OPERATION_ROWS[id];
    const prepare = LEARNING_PREPARATIONS[id];
    if (!row || !prepare) throw new Error(`No row for ${id}`);

    /** An integration with everything the operation needs, and how to send it as each of these callers. */
    const prepareIntegration = async (callers: readonly LearningCallerName[]) => {
      const integration = await createConnectedIntegration(matrixSetting.integration.app);
      const given = await prepare(integration);
      const asking = [];
      for (const caller of callers) {
        const { parameters, headers } = await createCredential(caller, { ...matrixSetting, integration });
        const sent = { integration_account_id: integration.id, ...given, ...parameters };
        const ask = learningClient(sent)[method.toLowerCase() as "get" | "post"];
        asking.push({ caller, ask: () => ask(pattern, {}, headers) });
      }
      return asking;
    };

    const allowed = LEARNING_CALLERS.filter((caller) => row[caller] === 200);
    it.each(allowed)("responds with %s", async (caller) => {
      // A new one for each request, because some requests delete it.
      for (const { ask } of await prepareIntegration([caller])) {
        const response = await ask();
        expect(response.status, response.text).toBe(200);
        expect(Object.keys(response.meta.more_info)).toEqual([]);
        expect(expectedEntryCounts(id, spec.tokens)).toContain(await countAuditEntries(response));
      }
    });

    const refused = LEARNING_CALLERS.filter((caller) => row[caller] !== 200);
    it("refuses all others, who change nothing", async () => {
      const asking = await prepareIntegration(refused);
      const before = await digestTables();
      for (const { caller, ask } of asking) {
        const response = await ask();
        expect(response.status, `${caller}: ${response.text}`).toBe(row[caller]);
        // A stranger gets exactly the response for something that does not exist.
        const errors = Object.keys(response.meta.more_info);
        expect(errors, caller).toHaveLength(response.status === 400 ? 1 : 0);
        expect(REFUSAL_NAMES).toEqual(expect.arrayContaining(errors));
        expect(await countAuditEntries(response), caller).toBe(0);
      }
      expect(await digestTables()).toEqual(before);
    });
  });
});

describe("a token", () => {
  it("401: is not accepted by an organization's API, neither by Basic nor by Bearer", async () => {
    const { app, token } = matrixSetting.integration;
    for (const given of [app.token, token]) {
      for (const headers of [basicHeaders(given), { authorization: `Bearer ${given}` }]) {
        const { status } = await send("GET", `/v1/organizations/${app.organization.id}/badges`, { headers });
        expect(status).toBe(401);
      }
    }
  });
});
