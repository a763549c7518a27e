import type { Json } from "./foreign-credentials";

// Changes of a signed credential that somebody could make who wants it to say something else.

export type Random = {
  integer: (from: number, to: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

type Mutator = (document: Json, random: Random) => void;
type Place = { parent: Json; name: string; value: unknown };

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

function listPlaces(value: unknown): Place[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    { parent: value, name, value: inner as unknown },
    ...listPlaces(inner),
  ]);
}

/** The members outside of proofs and contexts. */
const placesOf = ({ proof: _proof, "@context": _context, ...rest }: Json, document: Json): Place[] =>
  listPlaces(rest).map((place) => (place.parent === rest ? { ...place, parent: document } : place));

const pickPlace = (document: Json, { pick }: Random): Place => pick(placesOf(document, document));
const pickNode = (document: Json, random: Random): Json =>
  random.pick(
    [document, ...placesOf(document, document).map(({ value }) => value)].filter(
      (one): one is Json => isObject(one) && !Array.isArray(one),
    ),
  );

const TEXTS = [
  "",
  "x",
  " ",
  "\u0000",
  "\uD800",
  "😀",
  "did:key:z6Mk",
  "https://169.254.169.254/",
  "2099-01-01T00:00:00Z",
];
const INHERITED = [
  "__proto__",
  "constructor",
  "toString",
  { "@id": "__proto__" },
  JSON.parse('{"__proto__": {"id": "urn:x"}}'),
];
const OBJECTS = [[], {}, [[]], [null], { id: null }, { "@id": "x" }, { "@value": "x" }, { "@context": {} }];
const STRANGE: unknown[] = [null, true, 0, -1, 1e21, ...TEXTS, ...INHERITED, ...OBJECTS, "x".repeat(3_000)];

const ADDRESSES: Json = {
  credentialStatus: "https://www.w3.org/2018/credentials#credentialStatus",
  validUntil: "https://www.w3.org/2018/credentials#validUntil",
  validFrom: "https://www.w3.org/2018/credentials#validFrom",
  expirationDate: "https://www.w3.org/2018/credentials#expirationDate",
  issuer: "https://www.w3.org/2018/credentials#issuer",
  credentialSubject: "https://www.w3.org/2018/credentials#credentialSubject",
  statusPurpose: "https://www.w3.org/ns/credentials/status#statusPurpose",
  statusListIndex: "https://www.w3.org/ns/credentials/status#statusListIndex",
  name: "https://schema.org/name",
  description: "https://schema.org/description",
  achievement: "https://purl.imsglobal.org/spec/vc/ob/vocab.html#achievement",
};

const CONTEXTS: unknown[] = [
  { name: "@index" },
  { name: null },
  { "@vocab": "https://schema.org/" },
  { shown: "https://schema.org/name" },
  { credentialStatus: "https://example.org/status" },
  { "@import": "https://www.w3.org/ns/credentials/v2" },
  null,
  "https://www.w3.org/ns/credentials/undefined-terms/v2",
  "https://www.w3.org/ns/credentials/v2",
  "https://www.w3.org/2018/credentials/v1",
  "https://w3id.org/vc/status-list/2021/v1",
  "https://w3id.org/security/data-integrity/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json",
];

const clone = <Value>(value: Value): Value => structuredClone(value);

/** Changes of values: another type, a list, a nest, what JSON-LD takes for the same or for nothing. */
const VALUES: Record<string, Mutator> = {
  "a strange value": (document, random) => {
    const { parent, name } = pickPlace(document, random);
    parent[name] = clone(random.pick(STRANGE));
  },
  "another text": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    if (typeof value === "string") parent[name] = value + random.pick(["a", "1", " ", "é", "/", "\u200B"]);
  },
  "a list of it": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    parent[name] = random.pick<unknown>([
      [value],
      [[value]],
      [value, null],
      [value, value],
      { "@set": [value] },
    ]);
  },
  "a list of all": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    parent[name] = random.pick<unknown>([{ "@list": [value] }, { "@graph": [value] }, { "@value": value }]);
  },
  "a value with a type": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    const type = random.pick(["http://www.w3.org/2001/XMLSchema#dateTime", "@id", "@json", "@vocab"]);
    parent[name] = { "@value": value, "@type": type };
  },
  nothing: (document, random) => {
    const { parent, name } = pickPlace(document, random);
    if (random.integer(0, 1)) delete parent[name];
    else parent[name] = random.pick([null, []]);
  },
  "one item out of a list": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    if (Array.isArray(value)) parent[name] = value[0];
  },
};

/** Changes of names: keywords, addresses, aliases, another case. */
const NAMES: Record<string, Mutator> = {
  "a keyword for a name": (document, random) => {
    const node = pickNode(document, random);
    const from = random.pick(["id", "type"]);
    if (!(from in node)) return;
    node[`@${from}`] = node[from];
    delete node[from];
  },
  "its address for a name": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    const address = ADDRESSES[name] as string | undefined;
    if (address === undefined) return;
    delete parent[name];
    parent[address] = random.integer(0, 1) ? value : { "@value": value };
  },
  "another name": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    delete parent[name];
    parent[random.pick([name.toUpperCase(), ` ${name}`, `${name}\u0000`, `_:${name}`, `cred:${name}`])] =
      value;
  },
  "an alias": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    const address = ADDRESSES[name] as string | undefined;
    if (address === undefined) return;
    document["@context"] = [...[document["@context"]].flat(), { alias: address }];
    parent.alias = value;
    parent[name] = random.pick<unknown>(["Doctor of Medicine", undefined]);
  },
  "another member": (document, random) => {
    const names = [
      "description",
      "image",
      "validFrom",
      "credentialStatus",
      "evidence",
      "unheard",
      "name",
      "vc",
    ];
    pickNode(document, random)[random.pick(names)] = clone(random.pick(STRANGE));
  },
};

/** Changes of structure that JSON-LD takes for the same statements, or nearly. */
const STRUCTURES: Record<string, Mutator> = {
  "a node in two parts": (document, random) => {
    const node = random.integer(0, 1) ? document : pickNode(document, random);
    if (typeof node.id !== "string") return;
    const kept = ["id", "type", "@context", "proof", "credentialSubject"];
    const name = random.pick(Object.keys(node).filter((one) => !kept.includes(one)));
    document.credentialSubject.source = { id: node.id, type: clone(node.type), [name]: node[name] };
    delete node[name];
  },
  "a stub before a node": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    if (isObject(value) && typeof value.id === "string") parent[name] = [{ id: value.id }, value];
  },
  "a link for a node": (document, random) => {
    const { parent, name, value } = pickPlace(document, random);
    if (!isObject(value) || typeof value.id !== "string") return;
    parent[name] = random.pick<unknown>([value.id, { id: value.id }]);
    document[random.pick(["@included", "@reverse", "@graph", "evidence", "relatedResource"])] = [value];
  },
  "two members exchanged": (document, random) => {
    const [one, other] = [pickPlace(document, random), pickPlace(document, random)];
    [one.parent[one.name], other.parent[other.name]] = [clone(other.value), clone(one.value)];
  },
  "the issuer as creator": (document, random) => {
    const { achievement } = document.credentialSubject as Json;
    achievement.creator = clone(document.issuer);
    if (random.integer(0, 1) && isObject(document.issuer)) document.issuer = document.issuer.id;
    if (isObject(document.issuer)) document.issuer.name = "Harvard";
  },
  "another badge around it": (document) => {
    document.credentialSubject = {
      ...document.credentialSubject,
      related: clone({ ...document, proof: undefined }),
    };
  },
};

const CONTEXT: Record<string, Mutator> = {
  "another context": (document, random) => {
    const contexts = [document["@context"]].flat() as unknown[];
    const added = clone(random.pick(CONTEXTS));
    contexts.splice(random.integer(0, contexts.length), random.integer(0, 1), added);
    document["@context"] = contexts;
  },
  "another order of contexts": (document) => {
    document["@context"] = [document["@context"]].flat().toReversed();
  },
  "a context inside": (document, random) => {
    pickNode(document, random)["@context"] = clone(random.pick(CONTEXTS));
  },
  "a context in a proof": (document, random) => {
    const proof = random.pick([document.proof].flat()) as Json;
    proof["@context"] = random.pick<unknown>([clone(document["@context"]), [], clone(random.pick(CONTEXTS))]);
  },
};

const PROOF: Record<string, Mutator> = {
  "a changed proof": (document, random) => {
    const proof = random.pick([document.proof].flat()) as Json;
    const name = random.pick(Object.keys(proof));
    if (random.integer(0, 1)) delete proof[name];
    else proof[name] = clone(random.pick(STRANGE));
  },
  "no proof, or two": (document, random) => {
    document.proof = random.pick<unknown>([
      undefined,
      [],
      [document.proof, document.proof, document.proof, document.proof, document.proof],
      [document.proof, { ...document.proof, proofValue: "z111" }],
    ]);
  },
  "a chain of proofs": (document, random) => {
    const first = { ...([document.proof].flat()[0] as Json), id: "urn:uuid:1" };
    const previousProof = random.pick<unknown>(["urn:uuid:1", "urn:uuid:2", ["urn:uuid:1", 7], []]);
    document.proof = [first, { ...first, id: "urn:uuid:2", previousProof }];
  },
  "other dates of a proof": (document, random) => {
    const proof = random.pick([document.proof].flat()) as Json;
    const date = random.pick(["2099-01-01T00:00:00Z", "2020-01-01", "yesterday", 0]);
    proof[random.pick(["created", "expires", "validUntil"])] = date;
  },
  "spaces in a proof": (document) => {
    const proof = [document.proof].flat()[0] as Json;
    if (typeof proof.proofValue === "string")
      proof.proofValue = `${proof.proofValue.slice(0, 9)} ${proof.proofValue.slice(9)}`;
  },
};

/** Every kind of change of a document, by name. */
export const MUTATORS: Record<string, Mutator> = { ...VALUES, ...NAMES, ...STRUCTURES, ...CONTEXT, ...PROOF };
const NAMES_OF_MUTATORS = Object.keys(MUTATORS);

/** Makes one change. One that finds nothing to change, because of the change before, changes nothing. */
function mutate(document: Json, random: Random): void {
  try {
    MUTATORS[random.pick(NAMES_OF_MUTATORS)]?.(document, random);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Repeats a member in the text, plainly or in another spelling, which objects cannot express. */
function repeatMember(text: string, { pick }: Random): string {
  const name = pick([
    "name",
    "n\\u0061me",
    "validUntil",
    "credentialStatus",
    "id",
    "@context",
    "proof",
    "type",
  ]);
  return `{"${name}": "Doctor",${text.slice(1)}`;
}

const decode = (part: string): Json => JSON.parse(Buffer.from(part, "base64url").toString()) as Json;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const HEADERS: Json[] = [
  { alg: "none" },
  { alg: "HS256" },
  { alg: "RS256" },
  { kid: undefined },
  { kid: "#other" },
  { jwk: { kty: "EC", crv: "P-256", x: "AA", y: "AA" } },
  { crit: ["exp"], exp: 1 },
  { b64: false },
  { b64: false, crit: ["b64"] },
  { typ: "vp+jwt" },
];

const CLAIMS: Json[] = [
  { iss: "did:web:other.example" },
  { sub: "did:example:mallory" },
  { jti: "urn:x" },
  { nbf: 0 },
  { exp: 4_102_444_800 },
  { vc: { type: ["VerifiableCredential", "OpenBadgeCredential"], name: "Doctor" } },
];

function mutateToken(token: string, random: Random): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const [head, body] = [decode(header), decode(payload)];
  const way = random.integer(0, 4);
  if (way === 0) return [encode({ ...head, ...random.pick(HEADERS) }), payload, signature].join(".");
  if (way === 1) return [header, encode({ ...body, ...random.pick(CLAIMS) }), signature].join(".");
  if (way === 2)
    return random.pick([
      `${token}=`,
      `${header}..${signature}`,
      token.slice(0, -1),
      `${token}.x`,
      ` ${token}\n`,
    ]);
  if (way === 3)
    return [
      header,
      Buffer.from(repeatMember(JSON.stringify(body), random)).toString("base64url"),
      signature,
    ].join(".");
  mutate(body, random);
  return [header, encode(body), signature].join(".");
}

function mutateDocument(text: string, random: Random): string {
  if (random.integer(0, 9) === 0) return repeatMember(text, random);
  const document = JSON.parse(text) as Json;
  const changes = random.integer(1, 2);
  for (let count = 0; count < changes; count += 1) mutate(document, random);
  return JSON.stringify(document);
}

/** Changes a credential in the form in which it is carried. */
export const CARRIERS = { document: mutateDocument, token: mutateToken };
