import { distance } from "fastest-levenshtein";
import { findIssuableByText, listIssuableByName } from "./queries";

/** Maximum different texts of a file that name a template. */
const MAX_TEXTS = 500;
/** What a suggestion compares, which bounds its time: so many unknown texts of this length, with so many names. */
const MAX_SUGGESTIONS = 10;
const MAX_SUGGESTION_LENGTH = 60;
const MAX_NAMES = 500;

/** The templates that a text names: one if it is right. Without any, the name that is most like it, or null. */
export type NamedTemplates = { ids: string[]; suggestion: string | null };

/** Returns the name that is most like a text: at most a third of its characters differ, ignoring case. */
function findSimilarName(text: string, names: string[]): string | null {
  const plain = text.toLowerCase();
  const most = Math.ceil(plain.length / 3);
  const near = names.filter(({ length }) => Math.abs(length - plain.length) <= most);
  const counted = near.map((name) => ({ name, edits: distance(plain, name.toLowerCase()) }));
  const best = counted.toSorted((one, other) => one.edits - other.edits)[0];
  return best && best.edits <= most ? best.name : null;
}

/**
 * Finds the active templates that the organization may issue from by ids or exact names. Looks up 500 different texts;
 * what is beyond names nothing. Needs two queries at most.
 */
export async function findNamedTemplates(
  organizationId: string,
  texts: string[],
): Promise<Map<string, NamedTemplates>> {
  const asked = [...new Set(texts)].slice(0, MAX_TEXTS);
  if (asked.length === 0) return new Map();
  const found = await findIssuableByText(organizationId, asked, MAX_TEXTS * 4);
  const idsByText = new Map<string, string[]>();
  for (const { id, name } of found) {
    for (const key of [id, name]) idsByText.set(key, [...(idsByText.get(key) ?? []), id]);
  }
  const read = (text: string) => idsByText.get(text) ?? idsByText.get(text.toLowerCase()) ?? [];
  const unknown = asked
    .filter((text) => text.length <= MAX_SUGGESTION_LENGTH && read(text).length === 0)
    .slice(0, MAX_SUGGESTIONS);
  const some = unknown.length > 0 ? await listIssuableByName(organizationId, MAX_NAMES) : [];
  const names = some.map(({ name }) => name);
  const suggestions = new Map(unknown.map((text) => [text, findSimilarName(text, names)]));
  return new Map(asked.map((text) => [text, { ids: read(text), suggestion: suggestions.get(text) ?? null }]));
}

/** Returns the id of an active template that the organization may issue from, or null if there is none. */
export const findSomeIssuable = async (organizationId: string): Promise<string | null> =>
  (await listIssuableByName(organizationId, 1))[0]?.id ?? null;
