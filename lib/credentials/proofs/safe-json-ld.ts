/**
 * JSON-LD and the canonicalization of RDF take time for each member. Real credentials have a hundred or two; a document
 * with many more would keep a processor busy.
 */
const MAX_MEMBERS = 2_000;

/**
 * Each mention of a context takes milliseconds. Real credentials name three, and three more in each embedded credential.
 */
const MAX_CONTEXTS = 40;

/** What contexts within a document may contain: keywords, and IRIs that no concatenation can make relative. */
const CONTEXT_TEXT = /^(?:@[a-z]+|(?:https?:\/\/|urn:|did:)[^\s]*|)$/i;

/**
 * Names that every object of JavaScript has. The library keeps nodes as members of plain objects, so a node with such a
 * name would change all objects of this process.
 */
export const isInherited = (text: string): boolean => text in Object.prototype;

type Visit = { value: unknown; isContext: boolean };

const listMembers = ({ value, isContext }: Visit & { value: object }): (Visit & { name: string })[] =>
  Object.entries(value).map(([name, member]: [string, unknown]) => ({
    name,
    value: member,
    isContext: isContext || name === "@context",
  }));

const countContexts = (members: [name: string, member: unknown][]): number =>
  members.reduce((sum, [name, member]) => sum + (name === "@context" ? [member].flat().length : 0), 0);

const isSafeText = (text: string, isContext: boolean): boolean =>
  !isInherited(text) && (!isContext || CONTEXT_TEXT.test(text));

/**
 * Whether a document can be given to the library for JSON-LD: it has at most 2,000 members and 40 contexts, no text that is the name of a
 * member of every object, and no context from which such a name could be put together.
 */
export function isSafeJsonLd(document: JsonLdDocument): boolean {
  let open: Visit[] = [{ value: document, isContext: false }];
  let [count, contexts] = [0, 0];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    count += 1;
    if (count > MAX_MEMBERS) return false;
    const { value, isContext } = visit;
    if (typeof value === "string" && !isSafeText(value, isContext)) return false;
    if (typeof value !== "object" || value === null) continue;
    contexts += countContexts(Object.entries(value));
    if (contexts > MAX_CONTEXTS) return false;
    const members = listMembers({ value, isContext });
    if (!Array.isArray(value) && members.some(({ name }) => isInherited(name))) return false;
    open = open.concat(members);
  }
  return true;
}
