import type { Handler } from "@/lib/http/endpoints/methods";
import type { LearningHandler } from "@/lib/http/endpoints/learning-endpoint";
import type { WalletHandler } from "@/lib/http/endpoints/open-badges-endpoint";
import type { ScimHandler } from "@/lib/http/endpoints/scim-endpoint";
import { createRouteMatcher } from "@/lib/http/routing/route-matcher";
import { rewritePath } from "@/lib/http/server/api-paths";

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

const walletModules = import.meta.glob<RouteWith<WalletHandler>["handlers"]>(
  "../../../app/\\(open-badges\\)/**/route.ts",
  { eager: true },
);

const scimModules = import.meta.glob<RouteWith<ScimHandler>["handlers"]>(
  "../../../app/\\(scim\\)/**/route.ts",
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

/** The routes of the Open Badges 3.0 service, as the folders of app/(open-badges) spell them. */
const walletRoutes: RouteWith<WalletHandler>[] = listRoutes(walletModules);

/** The routes of SCIM, as the folders of app/(scim) spell them. */
export const scimRoutes: RouteWith<ScimHandler>[] = listRoutes(scimModules);

/** The operations that have a spec: `METHOD /pattern`. */
export const operations = listOperations<Handler["spec"], Route["handlers"]["GET"]>(routes);
export const learningOperations = listOperations<
  LearningHandler["spec"],
  RouteWith<LearningHandler>["handlers"]["GET"]
>(learningRoutes);

export const walletOperations = listOperations<
  WalletHandler["spec"],
  RouteWith<WalletHandler>["handlers"]["GET"]
>(walletRoutes);

export const scimOperations = listOperations<ScimHandler["spec"], RouteWith<ScimHandler>["handlers"]["GET"]>(
  scimRoutes,
);

const findRoute = createRouteMatcher<{ pattern: string; handlers: object }>([
  ...routes,
  ...learningRoutes,
  ...walletRoutes,
  ...scimRoutes,
]);

/** Sends a request to the real handler. It sees the path as it was sent. */
export async function dispatch(request: Request): Promise<Response> {
  const path = rewritePath(new URL(request.url).pathname);
  const match = findRoute(path);
  if (!match) throw new Error(`No route for ${path}`);
  const handlers = match.route.handlers as Route["handlers"];
  return handlers[request.method as keyof Route["handlers"]](request, {
    params: Promise.resolve(match.params),
  });
}
