import { notFound } from "@/lib/kernel/errors";
import {
  jsonBodySchema,
  resolveReference,
  type ApiDocument,
  type ApiOperation,
  type Parameter,
} from "./document";
import type { ApiResponse } from "./document";
import { buildExample } from "./example";
import { buildField, buildFields } from "./fields";
import { readOpenApiDocument } from "./queries";
import type {
  ReferenceAccess,
  ReferenceField,
  ReferenceResponse,
  ReferenceGroup,
  ReferenceItem,
  ReferenceOperation,
  ReferenceParameter,
} from "./schema";

type Entry = ReferenceItem & { operation: ApiOperation };

function listEntries(document: ApiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [server = { url: "" }] = operation.servers ?? document.servers;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path: server.url.replace(/\/$/, "") + path,
        summary: operation.summary,
        group: operation.tags[0] ?? "",
        operation,
      };
    }),
  );
}

const toItem = ({ id, method, path, summary, group }: Entry): ReferenceItem => ({
  id,
  method,
  path,
  summary,
  group,
});

function groupEntries(entries: Entry[]): ReferenceGroup[] {
  const names = [...new Set(entries.map(({ group }) => group))].toSorted();
  return names.map((name) => ({
    name,
    items: entries.filter(({ group }) => group === name).map(toItem),
  }));
}

/**
 * Lists the operations of the API by group. With `searchText`, only those whose path, name or summary contains all of
 * its words.
 */
export async function listReference(searchText = ""): Promise<ReferenceGroup[]> {
  const searchWords = searchText.toLowerCase().split(/\s+/);
  const matches = ({ id, method, path, summary, group }: Entry): boolean => {
    const text = `${method} ${path} ${id} ${summary} ${group}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  };
  return groupEntries(listEntries(await readOpenApiDocument()).filter(matches));
}

function operationAccess({ security = [] }: ApiOperation): { access: ReferenceAccess; scope: string | null } {
  const schemes = Object.assign({}, ...security) as Record<string, string[]>;
  if (schemes.authorizationToken) return { access: "organization", scope: schemes.oauth?.[0] ?? null };
  if (schemes.learningToken) return { access: "learning", scope: null };
  if (schemes.appOwner) return { access: "owner", scope: null };
  return { access: schemes.session ? "session" : "none", scope: null };
}

const buildParameters = (document: ApiDocument, { parameters = [] }: ApiOperation): ReferenceParameter[] =>
  parameters.map((given) => {
    const {
      in: place,
      name,
      required = false,
      description,
      schema = {},
    } = resolveReference<Parameter>(document, given);
    const field = buildField(document, name, schema, { required });
    return { ...field, description: description ?? field.description, fields: [], in: place };
  });

function buildBody(document: ApiDocument, { requestBody }: ApiOperation): ReferenceOperation["body"] {
  const schema = jsonBodySchema(requestBody?.content);
  if (!requestBody || !schema) return null;
  return {
    required: requestBody.required ?? false,
    isForm: "application/x-www-form-urlencoded" in requestBody.content,
    fields: buildFields(document, schema).toSorted(
      (one, other) => Number(other.required) - Number(one.required),
    ),
    example: buildExample(document, schema),
  };
}

const buildResponses = (document: ApiDocument, { responses }: ApiOperation): ReferenceResponse[] =>
  Object.entries(responses).map(([status, given]) => {
    const { description, content } = resolveReference<ApiResponse>(document, given);
    const schema = jsonBodySchema(content);
    return { status, description, fields: schema ? buildFields(document, schema) : [] };
  });

/** Returns one operation by its id; throws 404 when there is none. */
export async function getReference(id: string): Promise<ReferenceOperation> {
  const document = await readOpenApiDocument();
  const entries = listEntries(document);
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw notFound();
  const { operation } = entry;
  return {
    ...toItem(entry),
    ...operationAccess(operation),
    parameters: buildParameters(document, operation),
    body: buildBody(document, operation),
    responses: buildResponses(document, operation),
    related: entries.filter(({ group, id: other }) => group === entry.group && other !== id).map(toItem),
  };
}

/** Returns the fields of an object of the API by the name of its schema; throws 404 when there is none. */
export async function getSchemaReference(name: string): Promise<ReferenceField[]> {
  const document = await readOpenApiDocument();
  if (!document.components.schemas?.[name]) throw notFound();
  return buildFields(document, { $ref: `#/components/schemas/${name}` });
}
