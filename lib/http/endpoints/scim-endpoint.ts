import type { z } from "zod";
import type { Caller } from "@/lib/access/callers/caller";
import { ApiError, forbidden } from "@/lib/kernel/errors";
import type { BulkResponse } from "@/lib/workforce/directories/bulk";
import {
  readScimList,
  readSelection,
  selectFields,
  type ScimListInput,
} from "@/lib/workforce/directories/list-input";
import { LIST_MESSAGE, ScimUser } from "@/lib/workforce/directories/schema";
import { hasVersion, type ScimUserPage } from "@/lib/workforce/directories/service";
import { checkSchema } from "./check-schema";
import { emptyResponse, type Answer } from "./responses";
import { publicScimHandler, scimOperation, scimResponse, type ScimHandler } from "./scim-operation";

function userResponse(status: number, user: ScimUser, query: URLSearchParams): Answer {
  checkSchema(ScimUser, user);
  const { location, version } = user.meta;
  return scimResponse(status, selectFields(user, readSelection(query)), {
    ETag: version,
    ...(status === 201 ? { Location: location } : {}),
  });
}

/** GET of the list: 200 with the message ListResponse (3.4.2). */
export const scimList = (definition: {
  summary: string;
  run: (caller: Caller, input: ScimListInput) => Promise<ScimUserPage>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "read", verb: definition.run.name },
    async ({ caller, query }) => {
      const { users, total, startIndex } = await definition.run(caller, readScimList(query));
      for (const user of users) checkSchema(ScimUser, user);
      const selection = readSelection(query);
      return scimResponse(200, {
        schemas: [LIST_MESSAGE],
        totalResults: total,
        startIndex,
        itemsPerPage: users.length,
        Resources: users.map((user) => selectFields(user, selection)),
      });
    },
  );

/** GET of a user: 200, or 304 for the version that the client has (3.14). */
export const scimGet = (definition: {
  summary: string;
  run: (caller: Caller, id: string) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "read", verb: definition.run.name },
    async ({ caller, id, query, header }) => {
      const user = await definition.run(caller, id);
      if (!hasVersion(user, header("if-none-match"))) return userResponse(200, user, query);
      return { status: 304, body: "", headers: { ETag: user.meta.version } };
    },
  );

/** POST: 201 with the created user and its address. */
export const scimCreate = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, body: NoInfer<Body>) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, query, body }) => userResponse(201, await definition.run(caller, body as Body), query),
    definition.body,
  );

/** PUT or PATCH: 200 with the user. `If-Match` names the version that it changes. */
export const scimUpdate = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, id: string, body: NoInfer<Body>, version: string | null) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, id, query, header, body }) =>
      userResponse(200, await definition.run(caller, id, body as Body, header("if-match")), query),
    definition.body,
  );

/** DELETE: 204. `If-Match` names the version that it deletes. */
export const scimRemove = (definition: {
  summary: string;
  run: (caller: Caller, id: string, version: string | null) => Promise<void>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "delete", verb: definition.run.name },
    async ({ caller, id, header }) => {
      await definition.run(caller, id, header("if-match"));
      return emptyResponse();
    },
  );

/** POST of a bulk request: 200 with the result of each operation (3.7). */
export const scimBulk = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, body: NoInfer<Body>) => Promise<BulkResponse>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, body }) => scimResponse(200, await definition.run(caller, body as Body)),
    definition.body,
  );

/** GET of a document that describes the service. It needs no credential and takes no filter (RFC 7644, 4). */
export const scimDocument = (definition: { summary: string; run: (id: string) => object }): ScimHandler =>
  publicScimHandler(definition.run.name, definition.summary, (query, id) => {
    if (query.has("filter")) throw forbidden("This list takes no filter.");
    return scimResponse(200, definition.run(id), { "Cache-Control": "public, max-age=300" });
  });

/** 501 for an operation that the standard lets services leave out. */
export const scimNotImplemented = (definition: { summary: string }): ScimHandler =>
  publicScimHandler("notImplemented", definition.summary, () => {
    throw new ApiError(501, "not_implemented", "A credential of an organization is no user.");
  });
