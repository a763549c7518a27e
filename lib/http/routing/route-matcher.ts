import { decodeSegment } from "@/lib/kernel/path-segment";

/** A route: its path as the folders of app spell it, with `[name]`, `[...rest]` and `[[...optional_rest]]`. */
export type PatternRoute = { pattern: string };

export type RouteMatch<Route> = { route: Route; params: Record<string, string | string[]> };

type Rest<Route> = { name: string; route: Route; isOptional: boolean };

/** The routes that begin with the same segments. */
type Branch<Route> = {
  route?: Route;
  literals: Map<string, Branch<Route>>;
  named?: { name: string; branch: Branch<Route> };
  rest?: Rest<Route>;
};

const newBranch = <Route>(): Branch<Route> => ({ literals: new Map() });

const listSegments = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

function addRoute<Route extends PatternRoute>(root: Branch<Route>, route: Route): void {
  let branch = root;
  for (const segment of listSegments(route.pattern)) {
    const [, rest] = /^\[?\[\.\.\.(\w+)\]\]?$/.exec(segment) ?? [];
    if (rest !== undefined) {
      branch.rest = { name: rest, route, isOptional: segment.startsWith("[[") };
      return;
    }
    const [, name] = /^\[(\w+)\]$/.exec(segment) ?? [];
    if (name === undefined) {
      const next = branch.literals.get(segment) ?? newBranch<Route>();
      branch.literals.set(segment, next);
      branch = next;
    } else {
      branch.named ??= { name, branch: newBranch() };
      branch = branch.named.branch;
    }
  }
  branch.route = route;
}

function findEnd<Route>({ route, rest }: Branch<Route>): RouteMatch<Route> | null {
  if (route !== undefined) return { route, params: {} };
  return rest?.isOptional ? { route: rest.route, params: {} } : null;
}

function findRoute<Route>(branch: Branch<Route>, segments: string[], at: number): RouteMatch<Route> | null {
  const segment = segments[at];
  if (segment === undefined) return findEnd(branch);
  const literal = branch.literals.get(segment);
  const known = literal && findRoute(literal, segments, at + 1);
  if (known) return known;
  const { named, rest } = branch;
  const match = named && findRoute(named.branch, segments, at + 1);
  if (match) return { ...match, params: { [named.name]: decodeSegment(segment), ...match.params } };
  return rest ? { route: rest.route, params: { [rest.name]: segments.slice(at).map(decodeSegment) } } : null;
}

/**
 * Creates a function that finds the route of a path, as Next does: a literal segment is preferred to a named one, and
 * both to a rest. Parameters are decoded; a slash at the end and repeated slashes make no difference.
 */
export function createRouteMatcher<Route extends PatternRoute>(
  routes: readonly Route[],
): (path: string) => RouteMatch<Route> | null {
  const root = newBranch<Route>();
  for (const route of routes) addRoute(root, route);
  return (path) => findRoute(root, listSegments(path), 0);
}
