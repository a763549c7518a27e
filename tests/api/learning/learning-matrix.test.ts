import { beforeAll, describe, expect, it } from "vitest";
import { basic, send } from "../../support/http/client";
import { contents, sql } from "../../support/platform/database";
import { connectedIntegration, learningClient, type LearningAnswer } from "../../support/learning/learning";
import {
  credentialOf,
  LEARNING_CALLERS,
  LEARNING_PREPARATIONS,
  makeSetting,
  type LearningCallerName,
  type Setting,
} from "../../support/access/learning-authorization";
import { learningOperations } from "../../support/http/routes";

type Row = Record<LearningCallerName, number>;

const strangers = { nobody: 401, bad: 401, expired: 401, "former owner": 401, "organization token": 401 };

/**
 * Work in an integration: for its own token and the app's owner. Others get the response for an unknown integration.
 */
const working: Row = {
  ...strangers,
  owner: 200,
  integration: 200,
  learner: 401,
  "another integration": 400,
  "another app": 400,
  "another organization": 400,
};
/** Operations on a whole app: for its owner. Other owners act on their own app. */
const managing = (others: number): Row => ({
  ...working,
  integration: 401,
  "another integration": 401,
  "another app": others,
  "another organization": others,
});
function ofNobodyElse(): Row {
  return Object.fromEntries(LEARNING_CALLERS.map((caller) => [caller, 401])) as Row;
}

/** The request contains its own credentials, and a token next to them is ignored. */
const everybody = Object.fromEntries(LEARNING_CALLERS.map((caller) => [caller, 200])) as Row;

/** A signature covers all parameters, so a token that was not signed invalidates it. */
const ofTheSigner: Row = { ...ofNobodyElse(), nobody: 200 };
/** What a learner who came from the LMS sees and does is only for that learner. */
const ofTheLearner: Row = { ...ofNobodyElse(), learner: 200 };
/** A code is for the owner of the app that it names. */
const ofTheOwner: Row = { ...ofNobodyElse(), owner: 200 };

/** Operation id to the response for each caller. Lists every operation of the learning edition, and no others. */
const TABLE: Record<string, Row> = {
  "POST /v1.1/authenticate": { ...everybody, "organization token": 401 },
  "POST /v1.1/cle_auth/authenticate": ofTheSigner,
  "POST /v1.1/cle_auth/authorize": working,
  "POST /v1.1/cle_auth/connect": ofTheSigner,
  "DELETE /v1.1/cle_auth/deauthenticate": working,
  "POST /v1.1/cle_auth/deauthenticate": working,
  "POST /v1.1/cle_auth/exchange": ofTheOwner,
  "POST /v1.1/cle_auth/reconnect": working,
  "GET /v1.1/cle_integrations": {
    ...working,
    "another integration": 200,
    "another app": 200,
    "another organization": 200,
  },
  "POST /v1.1/cle_integrations/create": managing(200),
  "DELETE /v1.1/cle_integrations/delete": managing(400),
  "POST /v1.1/cle_integrations/delete": managing(400),
  "GET /v1.1/cle_logs": working,
  "DELETE /v1.1/cle_logs/delete": working,
  "POST /v1.1/cle_logs/delete": working,
  "GET /v1.1/cle_students": working,
  "POST /v1.1/cle_students/create": working,
  "DELETE /v1.1/cle_students/delete": working,
  "POST /v1.1/cle_students/delete": working,
  "GET /v1.1/cle_gradable": working,
  "POST /v1.1/cle_gradable/create": working,
  "DELETE /v1.1/cle_gradable/delete": working,
  "POST /v1.1/cle_gradable/delete": working,
  "GET /v1.1/cle_eligibility/grade": working,
  "POST /v1.1/cle_eligibility/grade/register": working,
  "GET /v1.1/cle_rules": working,
  "GET /v1.1/cle_rules/desc": working,
  "POST /v1.1/cle_rules/update": working,
  "PUT /v1.1/cle_rules/update": working,
  "PATCH /v1.1/cle_rules/update": working,
  "GET /v1.1/cle_launch": ofTheLearner,
  "POST /v1.1/cle_launch/accept": ofTheLearner,
  "POST /v1.1/cle_launch/decline": ofTheLearner,
  "POST /v1.1/cle_launch/claim": ofTheLearner,
  "GET /v1.1/cle_eligibility/students": working,
  "POST /v1.1/cle_eligibility/evaluate/rule": working,
};

let setting: Setting;

beforeAll(async () => {
  setting = await makeSetting();
});

const entriesOf = async ({ headers }: LearningAnswer): Promise<number> =>
  (await sql("SELECT FROM audit_entries WHERE request_id = $1", [headers.get("x-request-id")])).length;

/**
 * Operations with another number of audit entries: a claim evaluates a rule and issues a badge; an exchange uses no
 * token and is recorded for the organization whose data it opens; the sign-ins of a member within an hour are one
 * entry, which the first one writes (account-activity.test.ts).
 */
const ENTRIES: Record<string, number[]> = {
  "POST /v1.1/cle_launch/claim": [2],
  "POST /v1.1/cle_auth/exchange": [1],
  "POST /v1.1/authenticate": [0, 1],
};

/** POSTs that only read. */
const LOOKS = new Set(["POST /v1.1/cle_auth/reconnect"]);

const isChange = (id: string, tokens: readonly string[]): boolean =>
  !id.startsWith("GET ") && !LOOKS.has(id) && tokens.length > 0;

const entriesDue = (id: string, tokens: readonly string[]): number[] =>
  ENTRIES[id] ?? [Number(isChange(id, tokens))];

/** The error name in a stranger's 400: one of these. */
const REFUSALS = ["invalid_integration", "unauthorized_user", "invalid_param_organization_id"];

// A launch uses no token and has no response envelope (learning-launch.test.ts).
const guarded = learningOperations.filter(({ spec }) => !spec.redirects);

describe("the authorization matrix of the learning edition", () => {
  it("has a row and a preparation for every operation, and no others", () => {
    const ids = guarded.map(({ id }) => id).toSorted();
    expect(Object.keys(TABLE).toSorted()).toEqual(ids);
    expect(Object.keys(LEARNING_PREPARATIONS).toSorted()).toEqual(ids);
  });

  describe.each(guarded.map((one) => [one.id, one] as const))("%s", (id, { method, pattern, spec }) => {
    const row = TABLE[id];
    const prepare = LEARNING_PREPARATIONS[id];
    if (!row || !prepare) throw new Error(`No row for ${id}`);

    /** An integration with everything the operation needs, and how to send it as each of these callers. */
    const prepared = async (callers: readonly LearningCallerName[]) => {
      const integration = await connectedIntegration(setting.integration.app);
      const given = await prepare(integration);
      const asking = [];
      for (const caller of callers) {
        const { parameters, headers } = await credentialOf(caller, { ...setting, integration });
        const sent = { integration_account_id: integration.id, ...given, ...parameters };
        const ask = learningClient(sent)[method.toLowerCase() as "get" | "post"];
        asking.push({ caller, ask: () => ask(pattern, {}, headers) });
      }
      return asking;
    };

    const allowed = LEARNING_CALLERS.filter((caller) => row[caller] === 200);
    it.each(allowed)("responds with %s", async (caller) => {
      // A new one for each request, because some requests delete it.
      for (const { ask } of await prepared([caller])) {
        const answer = await ask();
        expect(answer.status, answer.text).toBe(200);
        expect(Object.keys(answer.meta.more_info)).toEqual([]);
        expect(entriesDue(id, spec.tokens)).toContain(await entriesOf(answer));
      }
    });

    const refused = LEARNING_CALLERS.filter((caller) => row[caller] !== 200);
    it("refuses all others, who change nothing", async () => {
      const asking = await prepared(refused);
      const before = await contents();
      for (const { caller, ask } of asking) {
        const answer = await ask();
        expect(answer.status, `${caller}: ${answer.text}`).toBe(row[caller]);
        // A stranger gets exactly the response for something that does not exist.
        const errors = Object.keys(answer.meta.more_info);
        expect(errors, caller).toHaveLength(answer.status === 400 ? 1 : 0);
        expect(REFUSALS).toEqual(expect.arrayContaining(errors));
        expect(await entriesOf(answer), caller).toBe(0);
      }
      expect(await contents()).toEqual(before);
    });
  });
});

describe("a token", () => {
  it("401: is not accepted by an organization's API, neither by Basic nor by Bearer", async () => {
    const { app, token } = setting.integration;
    for (const given of [app.token, token]) {
      for (const headers of [basic(given), { authorization: `Bearer ${given}` }]) {
        const { status } = await send("GET", `/v1/organizations/${app.organization.id}/badges`, { headers });
        expect(status).toBe(401);
      }
    }
  });
});
