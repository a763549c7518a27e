// A signature by RDF covers statements, not names: many documents have the same statements. So what such a document says is
// read again from the statements, by the IRIs that the approved contexts give to the names, whatever the document calls them.

/** What a credential says, by where it says so: each place with all its values, sorted. */
export type Facts = Record<string, string[]>;

const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const vc = (name: string): string => `https://www.w3.org/2018/credentials#${name}`;
const ob = (name: string): string => `https://purl.imsglobal.org/spec/vc/ob/vocab.html#${name}`;
const schema = (name: string): string => `https://schema.org/${name}`;
/** The terms of Bitstring Status List 1.0 and of Status List 2021. */
const listed = (name: string): string[] => [
  `https://www.w3.org/ns/credentials/status#${name}`,
  `https://w3id.org/vc/status-list#${name}`,
];

/** The versions of the context of Open Badges name the achievement differently. */
const ACHIEVEMENT = [ob("achievement"), ob("achievement-0"), ob("Achievement")];
const CRITERIA = [ob("criteria"), ob("Criteria")];
const CREATOR = [ob("creator"), ob("Profile")];
const CREDENTIAL_TYPES = [ob("OpenBadgeCredential"), ob("AchievementCredential")];

const isDefaultGraph = ({ graph }: RdfQuad): boolean => graph.termType === "DefaultGraph";
const keyOf = ({ termType, value }: RdfTerm): string => `${termType} ${value}`;

/** The part of an IRI that a context abbreviates: the text after its last `#` or `/`. */
export const localName = (iri: string): string => /[^#/]*$/.exec(iri)?.[0] ?? "";

/** Sorts values, each once: statements have neither an order nor a number. */
export const sortFacts = (values: string[]): string[] => [...new Set(values)].toSorted();

/** The statements about each node. */
class Graph {
  readonly #bySubject = new Map<string, RdfQuad[]>();
  readonly #objects = new Set<string>();

  constructor(quads: RdfQuad[]) {
    for (const quad of quads.filter(isDefaultGraph)) {
      const key = keyOf(quad.subject);
      this.#bySubject.set(key, [...(this.#bySubject.get(key) ?? []), quad]);
      this.#objects.add(keyOf(quad.object));
    }
  }

  /** What these nodes state by one of these properties. */
  follow(nodes: RdfTerm[], properties: string[]): RdfTerm[] {
    const found = nodes.flatMap((node) => this.#bySubject.get(keyOf(node)) ?? []);
    return found.filter(({ predicate }) => properties.includes(predicate.value)).map(({ object }) => object);
  }

  values(nodes: RdfTerm[], ...properties: string[]): string[] {
    return this.follow(nodes, properties).map(({ value }) => value);
  }

  /**
   * What else these nodes are besides the objects of these nodes by these properties: the properties by which other nodes lead to
   * them.
   */
  otherUses(nodes: RdfTerm[], ...known: [from: RdfTerm[], properties: string[]][]): string[] {
    const keys = new Set(nodes.map(keyOf));
    const isKnown = ({ subject, predicate }: RdfQuad): boolean =>
      known.some(
        ([from, properties]) =>
          properties.includes(predicate.value) && from.some((one) => keyOf(one) === keyOf(subject)),
      );
    const uses = [...this.#bySubject.values()].flat().filter(({ object }) => keys.has(keyOf(object)));
    return uses.filter((one) => !isKnown(one)).map(({ predicate }) => predicate.value);
  }

  /** The credential: the node of this id, or without one the only badge that nothing else leads to. Otherwise none. */
  findRoots(id: string | null): RdfTerm[] {
    if (id !== null) return [{ termType: "NamedNode", value: id }];
    const subjects = [...this.#bySubject].filter(
      ([key, quads]) => !this.#objects.has(key) && quads.some(isTypeOfCredential),
    );
    return subjects.flatMap(([, [quad]]) => quad?.subject ?? []);
  }
}

const isTypeOfCredential = ({ predicate, object }: RdfQuad): boolean =>
  predicate.value === RDF_TYPE && CREDENTIAL_TYPES.includes(object.value);

const idsOf = (nodes: RdfTerm[]): string[] =>
  nodes.filter(({ termType }) => termType === "NamedNode").map(({ value }) => value);

/** The values that a node or a member of JSON has of a property. */
type ReadValues = (name: string) => string[];

/** Describes a node as one text, so that values of two nodes cannot be exchanged: its properties in the order of `names`. */
const describeNode = (names: readonly string[], read: ReadValues): string =>
  JSON.stringify(names.map((name) => sortFacts(read(name))));

/** Says how many there are of each part, also of those without an id. */
export const describeParts = (parts: Record<string, readonly unknown[]>): string[] =>
  Object.entries(parts).map(([name, { length }]) => `${length} ${name}`);

/** The members of an identifier that identify the subject. */
const IDENTIFIER_FACTS = ["identityType", "identityHash", "hashed", "salt"] as const;
/** The members of a status that say where it is published. */
const STATUS_FACTS = ["statusPurpose", "statusListIndex", "statusListCredential", "statusSize"] as const;

/** Describes an identifier by what it states. */
export const describeIdentifier = (read: ReadValues): string => describeNode(IDENTIFIER_FACTS, read);

/** Describes a status by its id, its types and what it states. */
export const describeStatus = (ids: string[], types: string[], read: ReadValues): string =>
  JSON.stringify([ids, sortFacts(types), describeNode(STATUS_FACTS, read)]);

/**
 * Reads what a credential says from its signed statements. `id` is the id that the document gives itself. The `uses` are what the
 * same thing is besides: then its texts may come from there.
 */
export function readSignedFacts(quads: RdfQuad[], id: string | null): Facts {
  const graph = new Graph(quads);
  const roots = graph.findRoots(id);
  const issuers = graph.follow(roots, [vc("issuer")]);
  const subjects = graph.follow(roots, [vc("credentialSubject")]);
  const achievements = graph.follow(subjects, ACHIEVEMENT);
  const criteria = graph.follow(achievements, CRITERIA);
  const identifiers = graph.follow(subjects, [ob("identifier")]);
  const statuses = graph.follow(roots, [vc("credentialStatus")]);
  const facts: Facts = {
    type: graph.values(roots, RDF_TYPE).map(localName),
    issuer: idsOf(issuers),
    "issuer.name": graph.values(issuers, schema("name")),
    "issuer.uses": graph.otherUses(issuers, [roots, [vc("issuer")]]),
    // Its issuer wrote both, and may call itself in another way where it is the creator of the achievement.
    "issuer.foreignUses": [
      ...graph.otherUses(issuers, [roots, [vc("issuer")]], [achievements, CREATOR]),
      ...idsOf(roots).filter((root) => idsOf(issuers).includes(root)),
    ],
    "credentialSubject.uses": graph.otherUses(subjects, [roots, [vc("credentialSubject")]]),
    validFrom: graph.values(roots, vc("validFrom")),
    validUntil: graph.values(roots, vc("validUntil")),
    issuanceDate: graph.values(roots, vc("issuanceDate")),
    expirationDate: graph.values(roots, vc("expirationDate")),
    awardedDate: graph.values(roots, ob("awardedDate")),
    "credentialSubject.id": idsOf(subjects),
    "credentialSubject.name": graph.values(subjects, schema("name")),
    "credentialSubject.licenseNumber": graph.values(subjects, ob("licenseNumber")),
    "credentialSubject.identifier": identifiers.map((node) =>
      describeIdentifier((name) => graph.values([node], ob(name))),
    ),
    "credentialSubject.achievement.id": idsOf(achievements),
    "credentialSubject.achievement.name": graph.values(achievements, schema("name")),
    "credentialSubject.achievement.description": graph.values(achievements, schema("description")),
    "credentialSubject.achievement.tag": graph.values(achievements, schema("keywords")),
    "credentialSubject.achievement.criteria.id": idsOf(criteria),
    "credentialSubject.achievement.criteria.narrative": graph.values(criteria, ob("narrative")),
    parts: describeParts({ roots, issuers, subjects, achievements, criteria }),
    credentialStatus: statuses.map((node) =>
      describeStatus(idsOf([node]), graph.values([node], RDF_TYPE).map(localName), (name) =>
        graph.values([node], ...listed(name)),
      ),
    ),
  };
  return Object.fromEntries(Object.entries(facts).map(([path, values]) => [path, sortFacts(values)]));
}
