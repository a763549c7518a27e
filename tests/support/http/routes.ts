import type { Handler } from "@/lib/http/endpoints/endpoint";
import type { LearningHandler } from "@/lib/http/endpoints/learning-endpoint";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type AnyHandler<Known> = Partial<Known> &
  ((request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>);

type RouteWith<Known> = { pattern: string; handlers: Record<Method | "OPTIONS", AnyHandler<Known>> };
export type Route = RouteWith<Handler>;

const modules = import.meta.glob<Route["handlers"]>("../../../app/\\(api\\)/**/route.ts", { eager: true });
const learningModules = import.meta.glob<RouteWith<LearningHandler>["handlers"]>(
  "../../../app/\\(learning\\)/**/route.ts",
  { eager: true },
);

const readPattern = (file: string): string =>
  file
    .replace(/^.*\/app/, "")
    .replace(/\/\([^/]+\)/g, "")
    .replace(/\/route\.ts$/, "");

const listRoutes = <Handlers>(files: Record<string, Handlers>) =>
  Object.entries(files).map(([file, handlers]) => ({ pattern: readPattern(file), handlers }));

const listOperations = <Spec, Known extends { spec?: Spec }>(
  all: { pattern: string; handlers: Record<Method, Known> }[],
) =>
  all.flatMap(({ pattern, handlers }) =>
    METHODS.flatMap((method) => {
      const { spec } = handlers[method];
      return spec ? [{ id: `${method} ${pattern}`, method, pattern, spec, handler: handlers[method] }] : [];
    }),
  );

/** The routes of the organization-level API, as the folders of app/(api) spell them. */
export const routes: Route[] = listRoutes(modules);

/** The routes of the learning edition, as the folders of app/(learning) spell them. */
export const learningRoutes: RouteWith<LearningHandler>[] = listRoutes(learningModules);

/** The operations that have a spec: `METHOD /pattern`. */
export const operations = listOperations<Handler["spec"], Route["handlers"]["GET"]>(routes);
export const learningOperations = listOperations<
  LearningHandler["spec"],
  RouteWith<LearningHandler>["handlers"]["GET"]
>(learningRoutes);

const createMatcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/\/\[\[\.\.\.(\w+)\]\]/g, "(?:/(?<$1>.+))?")
      .replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)")
      .replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}/?$`,
  );

const table = [...routes, ...learningRoutes]
  .map((route) => ({ ...route, expression: createMatcher(route.pattern) }))
  .toSorted(
    (one, other) => (one.pattern.match(/\[/g)?.length ?? 0) - (other.pattern.match(/\[/g)?.length ?? 0),
  )
  // Catch-all patterns come last, however few names they have.
  .toSorted((one, other) => Number(one.pattern.includes("...")) - Number(other.pattern.includes("...")));

/** Rewrites a path as next.config.mjs does. The handler still sees the path as it was sent. */
const rewritePath = (path: string): string =>
  path.replace(/^\/v1(?=\/)/, "").replace(/^\/(?=cle_(auth|eligibility)\/)/, "/v1.1/");

/** Sends a request to the real handler that Next would choose. */
export async function dispatch(request: Request): Promise<Response> {
  const path = rewritePath(new URL(request.url).pathname);
  for (const { pattern, expression, handlers } of table) {
    const match = expression.exec(path);
    if (!match) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).flatMap(([name, value]: [string, string | undefined]) => {
        if (value === undefined) return [];
        const isRest = pattern.includes(`[...${name}]`);
        return [[name, isRest ? value.split("/").map(decodeURIComponent) : decodeURIComponent(value)]];
      }),
    );
    return handlers[request.method as keyof Route["handlers"]](request, { params: Promise.resolve(params) });
  }
  throw new Error(`No route for ${path}`);
}
