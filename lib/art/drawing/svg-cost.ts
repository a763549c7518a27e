import { SaxesParser } from "saxes";

/** What the cost of an element depends on. `points` is the number of vertices at which a marker is drawn. */
type CostElement = { name: string; references: string[]; children: CostElement[]; points: number };

/** A filter primitive processes every pixel of its target and costs as much as many outlines. */
const FILTER_COST = 50;
/** libxml2, which reads the file later, rejects a deeper tree. */
const MAX_DEPTH = 256;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns the ids that a text refers to with `url(#id)`. */
const urlReferences = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = ""]) => id);

function listReferences(attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (localName(name) === "href") return value.trim().startsWith("#") ? [value.trim().slice(1)] : [];
    return urlReferences(value);
  });
}

/** Returns an upper bound: each vertex of a path or polygon takes at least one number. */
const countPoints = ({ d = "", points = "" }: Record<string, string>): number =>
  (d + points).match(/\d+/g)?.length ?? 1;

type SvgTree = { root: CostElement; byId: Map<string, CostElement>; styles: string[] };

/** Parses the tree of an SVG. Throws for text that is not well-formed XML or nested deeper than 256 elements. */
function parseTree(text: string): SvgTree {
  const document: SvgTree = {
    root: { name: "", references: [], children: [], points: 1 },
    byId: new Map(),
    styles: [],
  };
  const open = [document.root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = {
      name: localName(name),
      references: listReferences(attributes),
      children: [],
      points: countPoints(attributes),
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > MAX_DEPTH) throw new Error("The elements are nested too deeply.");
    for (const id of [attributes.id, attributes["xml:id"]]) if (id) document.byId.set(id, element);
  });
  const collectStyle = (content: string): void => {
    if (open.at(-1)?.name === "style") document.styles.push(content);
  };
  parser.on("text", collectStyle);
  parser.on("cdata", collectStyle);
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return document;
}

/**
 * Counts the elements that are drawn to show an SVG, before anything is drawn. An element counts each time that a
 * `use`, pattern, marker, mask or filter repeats it: a few kilobytes of nested references can amount to billions.
 * References of a style sheet count for every element, because any may match. Returns Infinity for a chain of
 * references longer than 256. Throws for text that is not well-formed XML.
 */
export function countDrawnElements(text: string): number {
  const { root, byId, styles } = parseTree(text);
  const styled = styles.flatMap(urlReferences);
  const costs = new Map<CostElement, number>();
  const elementCost = (element: CostElement, depth: number): number => {
    const before = costs.get(element);
    if (before !== undefined) return before;
    if (depth > MAX_DEPTH) return Infinity;
    // No renderer draws circular references: within itself an element counts as nothing.
    costs.set(element, 0);
    let cost = element.name.startsWith("fe") ? FILTER_COST : 1;
    for (const child of element.children) cost += elementCost(child, depth + 1);
    for (const id of element.references) {
      const target = byId.get(id);
      if (target) cost += elementCost(target, depth + 1) * (target.name === "marker" ? element.points : 1);
    }
    costs.set(element, cost);
    return cost;
  };
  const rootCost = elementCost(root, 0);
  const styleCost = styled.reduce((sum, id) => {
    const target = byId.get(id);
    return sum + (target ? elementCost(target, 0) * (target.name === "marker" ? root.points : 1) : 0);
  }, 0);
  // Two cases, because 0 * Infinity is NaN.
  return styleCost === 0 ? rootCost : rootCost + styleCost * rootCost;
}
