import { notFound } from "@/lib/kernel/errors";
import { jsonSchemaOf, resolved, type ApiDocument, type ApiOperation, type Parameter } from "./document";
import type { ApiResponse } from "./document";
import { exampleOf } from "./example";
import { fieldOf, fieldsOf } from "./fields";
import { readDocument } from "./queries";
import type {
  ReferenceAccess,
  ReferenceAnswer,
  ReferenceGroup,
  ReferenceItem,
  ReferenceOperation,
  ReferenceParameter,
} from "./schema";

type Entry = ReferenceItem & { operation: ApiOperation };

function entriesOf(document: ApiDocument): Entry[] {
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

const itemOf = ({ id, method, path, summary, group }: Entry): ReferenceItem => ({
  id,
  method,
  path,
  summary,
  group,
});

function groupsOf(entries: Entry[]): ReferenceGroup[] {
  const names = [...new Set(entries.map(({ group }) => group))].toSorted();
  return names.map((name) => ({
    name,
    items: entries.filter(({ group }) => group === name).map(itemOf),
  }));
}

/**
 * Lists the operations of the API by group. With `searchText`, only those whose path, name or summary contains all of
 * its words.
 */
export async function listReference(words = ""): Promise<ReferenceGroup[]> {
  const wanted = words.toLowerCase().split(/\s+/);
  const has = ({ id, method, path, summary, group }: Entry): boolean => {
    const text = `${method} ${path} ${id} ${summary} ${group}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return groupsOf(entriesOf(await readDocument()).filter(has));
}

function accessOf({ security = [] }: ApiOperation): { access: ReferenceAccess; scope: string | null } {
  const schemes = Object.assign({}, ...security) as Record<string, string[]>;
  if (schemes.authorizationToken) return { access: "organization", scope: schemes.oauth?.[0] ?? null };
  if (schemes.learningToken) return { access: "learning", scope: null };
  if (schemes.appOwner) return { access: "owner", scope: null };
  return { access: schemes.session ? "session" : "nobody", scope: null };
}

const parametersOf = (document: ApiDocument, { parameters = [] }: ApiOperation): ReferenceParameter[] =>
  parameters.map((given) => {
    const {
      in: place,
      name,
      required = false,
      description,
      schema = {},
    } = resolved<Parameter>(document, given);
    const field = fieldOf(document, name, schema, { required });
    return { ...field, description: description ?? field.description, fields: [], in: place };
  });

function bodyOf(document: ApiDocument, { requestBody }: ApiOperation): ReferenceOperation["body"] {
  const schema = jsonSchemaOf(requestBody?.content);
  if (!requestBody || !schema) return null;
  return {
    required: requestBody.required ?? false,
    isForm: "application/x-www-form-urlencoded" in requestBody.content,
    fields: fieldsOf(document, schema).toSorted(
      (one, other) => Number(other.required) - Number(one.required),
    ),
    example: exampleOf(document, schema),
  };
}

const answersOf = (document: ApiDocument, { responses }: ApiOperation): ReferenceAnswer[] =>
  Object.entries(responses).map(([status, given]) => {
    const { description, content } = resolved<ApiResponse>(document, given);
    const schema = jsonSchemaOf(content);
    return { status, description, fields: schema ? fieldsOf(document, schema) : [] };
  });

/** Returns one operation by its id; throws 404 when there is none. */
export async function getReference(id: string): Promise<ReferenceOperation> {
  const document = await readDocument();
  const entries = entriesOf(document);
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw notFound();
  const { operation } = entry;
  return {
    ...itemOf(entry),
    ...accessOf(operation),
    parameters: parametersOf(document, operation),
    body: bodyOf(document, operation),
    answers: answersOf(document, operation),
    others: entries.filter(({ group, id: other }) => group === entry.group && other !== id).map(itemOf),
  };
}
