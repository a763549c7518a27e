import jsonld from "jsonld";
import { LRUCache } from "lru-cache";
import { canonize } from "rdf-canonize";
import { isInherited, isSafeJsonLd } from "./safe-json-ld";

// JSON-LD processing of a credential takes some ten milliseconds, nearly all of it for its contexts. Documents of the same
// shape (equal but for their texts) give the same quads but for these texts. So each shape is processed once, with a
// placeholder for each text, and its quads are filled in for each document.

const PLACEHOLDER = "urn:text:";
/** The texts of these members decide how the others are understood: they belong to the shape. */
const STRUCTURAL = new Set(["@context", "type"]);
/** An IRI that JSON-LD leaves as it is. Others may be relative, or abbreviations of a context. */
const PLAIN_IRI = /^(?:https?:\/\/|did:|urn:)[^\s<>"{}|\\^`]+$/;
/** Options of the RDF that is signed: those of the libraries for proofs. */
const RDF_OPTIONS = {
  base: null,
  safe: true,
  produceGeneralizedRdf: false,
  rdfDirection: "i18n-datatype",
} as const;

/** A document with a placeholder for each text, and the texts in order. */
type Shape = { document: JsonLdDocument; texts: string[] };

function extractShape(given: JsonLdDocument): Shape {
  const texts: string[] = [];
  const replace = (value: unknown): unknown => {
    if (typeof value === "string") return PLACEHOLDER + String(texts.push(value) - 1);
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, STRUCTURAL.has(name) ? member : replace(member)]),
    );
  };
  return { document: replace(given) as JsonLdDocument, texts };
}

/** The quads of a shape; null when JSON-LD gives the texts of this shape a meaning, so that they cannot be filled in. */
type ShapeQuads = RdfQuad[] | null;

const shapes = new LRUCache<string, { quads: ShapeQuads }>({ max: 200 });

/** Converts a JSON-LD document to its statements. Throws when a context is unknown, or a member has no meaning in them. */
export const toQuads = (document: JsonLdDocument, documentLoader: JsonLdLoader): Promise<RdfQuad[]> =>
  jsonld.toRDF(document, { ...RDF_OPTIONS, documentLoader });

const listTerms = ({ subject, predicate, object, graph }: RdfQuad): RdfTerm[] => [
  subject,
  predicate,
  object,
  graph,
];

async function buildShapeQuads(
  { document, texts }: Shape,
  documentLoader: JsonLdLoader,
): Promise<ShapeQuads> {
  const quads = await toQuads(document, documentLoader);
  const found = new Set(quads.flatMap(listTerms).map(({ value }) => value));
  return texts.every((_, index) => found.has(`${PLACEHOLDER}${index}`)) ? quads : null;
}

async function findShapeQuads(shape: Shape, documentLoader: JsonLdLoader): Promise<ShapeQuads> {
  const key = JSON.stringify(shape.document);
  const known = shapes.get(key);
  if (known) return known.quads;
  const quads = await buildShapeQuads(shape, documentLoader).catch(() => null);
  shapes.set(key, { quads });
  return quads;
}

/** Fills the texts of a document into the quads of its shape; null when a text would not stay as it is. */
function fillQuads(quads: RdfQuad[], texts: string[]): RdfQuad[] | null {
  const isPlain = (text: string, { termType }: RdfTerm) => termType === "Literal" || PLAIN_IRI.test(text);
  let isFilled = true;
  const fill = (term: RdfTerm): RdfTerm => {
    if (!term.value.startsWith(PLACEHOLDER)) return term;
    const value = texts[Number(term.value.slice(PLACEHOLDER.length))] ?? "";
    isFilled &&= isPlain(value, term);
    return { ...term, value };
  };
  const filled = new Map<string, RdfQuad>();
  for (const { subject, predicate, object, graph } of quads) {
    const quad = {
      subject: fill(subject),
      predicate: fill(predicate),
      object: fill(object),
      graph: fill(graph),
    };
    // Two texts may be equal, and then two quads are one.
    filled.set(JSON.stringify(quad), quad);
  }
  return isFilled ? [...filled.values()] : null;
}

/** Whether no text of a shape becomes an IRI with the name of a member of every object. As a literal it does no harm. */
const hasSafeNames = (quads: RdfQuad[], texts: string[]): boolean =>
  quads
    .flatMap(listTerms)
    .filter(({ termType, value }) => termType !== "Literal" && value.startsWith(PLACEHOLDER))
    .every(({ value }) => !isInherited(texts[Number(value.slice(PLACEHOLDER.length))] ?? ""));

/** Processes a document with its own texts, which placeholders otherwise keep away from the library. */
function toSafeQuads(
  { document, known, texts }: { document: JsonLdDocument; known: ShapeQuads; texts: string[] },
  documentLoader: JsonLdLoader,
): Promise<RdfQuad[]> {
  if (!(known ? hasSafeNames(known, texts) : isSafeJsonLd(document)))
    throw new Error("This document cannot be processed as JSON-LD.");
  return toQuads(document, documentLoader);
}

/**
 * Canonicalizes a JSON-LD document as N-Quads (RDF Dataset Canonicalization 1.0), with bundled contexts only. Gives the
 * same as the reference library, and is much faster for documents of a shape that was seen before.
 *
 * @throws Error when a context is unknown, or a member has no meaning in the contexts
 */
export const canonizeDocument: Canonize = async (document, { documentLoader }) => {
  const shape = extractShape(document);
  const known = await findShapeQuads(shape, documentLoader);
  const quads =
    (known && fillQuads(known, shape.texts)) ??
    (await toSafeQuads({ document, known, texts: shape.texts }, documentLoader));
  return canonize(quads, { algorithm: "RDFC-1.0", format: "application/n-quads" });
};
