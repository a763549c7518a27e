import type { SignInCredentials } from "./console-pages";
import { connectCourse } from "../learning/learning-system";
import {
  addEmployees,
  addBulkAction,
  addImport,
  addRecommendations,
  respondToBadges,
  FIRST,
  issueBadgesOfYear,
  LAST,
  createSender,
  type Send,
  type Template,
} from "./demonstration-data";
import { withClient } from "@/lib/platform/postgres/database";
import { buildTestMail } from "../console/test-mode";
import { createLearningApp, createOrganization, type Product } from "../platform/product";
import { addDemoServiceMove } from "../moving/demo-service-move";
import { startPrepared } from "../platform/prepared-product";
import { addDemoNotices } from "../delivery/demo-notices";
import { until } from "../until";

/** The demonstration organization of a new installation, with more data than the first start creates. */
export type Demonstration = {
  product: Product;
  administrator: SignInCredentials;
  /** The path of its console. */
  home: string;
  /** Parts of paths that are known only after the data has been created. */
  places: Places;
};

type Places = {
  badge: string;
  /** An accepted, public badge of the earner. */
  ownBadge: string;
  template: string;
  oauthApplication: string;
  webhookDelivery: string;
  event: string;
  apiRequest: string;
  /** The path of the console of its test organization, and a mail there. */
  testHome: string;
  testMail: string;
  employee: string;
  recommendation: string;
  badgeImport: string;
  bulkAction: string;
  serviceMove: string;
  /** The authorizations for another organization to issue for this one, and for this one to issue for another. */
  issuer: string;
  grantor: string;
  learningApp: string;
  learningIntegration: number;
};

/** The path of the console of the demonstration organization that the first start creates. */
export const DEMONSTRATION_CONSOLE = "/console/lumen-academy";

const readPassword = (product: Product): string => matchLog(product.log(), /password\s+(\S+)/);

/** The administrator of the demonstration organization. */
export const readAdministrator = (product: Product): SignInCredentials => ({
  email: matchLog(product.log(), /as\s+(\S+@\S+)/),
  password: readPassword(product),
});

/** The earner whose wallet the first start fills. */
export const readEarner = (product: Product): SignInCredentials => ({
  email: matchLog(product.log(), /wallet, sign in as (\S+@[\w.-]+\w) with/),
  password: readPassword(product),
});

const matchLog = (log: string, pattern: RegExp): string => {
  const found = pattern.exec(log)?.[1];
  if (found === undefined) throw new Error(`The welcome does not say ${pattern.source}:\n${log}`);
  return found;
};

/** Creates a course of a learning system: students, an exam, grades, and a rule that some students meet. */
async function addCourse(product: Product, organizationId: string, send: Send, template: Template) {
  const app = await createLearningApp(product.dataDir, { organizationId, name: "Moodle" });
  const id = await connectCourse(product.origin, app, {
    name: "Life Between Tides",
    courseId: "tides-1",
    students: FIRST.map((first, index) => ({
      first,
      last: LAST[index % LAST.length] ?? "",
      score: 40 + index * 5,
    })),
  });
  const [gradable] = await send("GET", `/learning_integrations/${id}/gradables`);
  const requirements = [{ grade_object_id: gradable.id, operator: "gte", value: "60" }];
  await send("PUT", `/learning_integrations/${id}/rules/${template.id}`, { rules: [{ requirements }] });
  const { app: owning } = await send("GET", `/learning_integrations/${id}`);
  return { learningIntegration: Number(id), learningApp: owning.id as string };
}

/** Creates another organization. Each of the two may issue for the other. */
async function addSecondOrganization(product: Product, organizationId: string, send: Send) {
  const created = await createOrganization(product.dataDir, {
    name: "Tidewater Institute",
    adminEmail: "dean@tidewater.example",
  });
  const neighbour = createSender(product.origin, created.organization_id, created.authorization_token);
  const { id: issuer } = await send("POST", "/issuers", { issuer_id: created.organization_id });
  await neighbour("POST", "/issuers", { issuer_id: organizationId });
  const [grantor] = await send("GET", "/grantors");
  return { issuer: issuer as string, grantor: grantor.id as string };
}

/** Opens the test organization, with a mail in its inbox. */
async function addTestOrganization(product: Product, send: Send) {
  const { id, vanity_slug: slug } = await send("POST", "/test_organization", {});
  const mail = buildTestMail(id as string);
  await withClient(await product.databaseUrl(), (client) => client.query(mail.text, mail.values));
  return { testHome: `/console/${slug as string}`, testMail: mail.id };
}

async function findOwnBadge(send: Send, email: string): Promise<string> {
  const filter = `recipient_email::${email}|state::accepted`;
  const [badge] = await send("GET", `/badges?filter=${encodeURIComponent(filter)}`);
  return badge.id as string;
}

/** An unreachable receiver: deliveries fail and are shown with their errors. */
const UNREACHABLE_URL = "http://127.0.0.1:9/hook";

/** Starts a product with its filled demonstration organization. The caller must remove it. */
export async function startDemonstration(): Promise<Demonstration> {
  const { product, facts } = await startPrepared("demonstration", fill);
  return { product, ...facts };
}

async function fill(product: Product): Promise<Omit<Demonstration, "product">> {
  const { origin } = product;
  const log = product.log();
  const organizationId = matchLog(log, /organizations\/([0-9a-f-]{36})\/badges/);
  const send = createSender(origin, organizationId, matchLog(log, /token\s+(\S+)/));
  const templates = ((await send("GET", "/badge_templates")) as Template[]).filter(
    ({ state }) => state === "active",
  );
  const [template] = templates;
  if (!template) throw new Error("The demonstration has no active template.");
  await send("PUT", "", { webhook_url: UNREACHABLE_URL, workforce_enabled: true });
  const badges = await issueBadgesOfYear(send, templates);
  await respondToBadges(origin, send, badges);
  const delivery = await until("a delivery fails", async () => (await send("GET", "/webhook_deliveries"))[0]);
  const [event] = await send("GET", "/events");
  const request = await until("a request is stored", async () => (await send("GET", "/api_requests"))[0]);
  const [application] = await send("GET", "/oauth_applications");
  await addDemoNotices(product, organizationId);
  return {
    administrator: readAdministrator(product),
    home: DEMONSTRATION_CONSOLE,
    places: {
      badge: badges[0]?.id ?? "",
      ownBadge: await findOwnBadge(send, readEarner(product).email),
      template: template.id,
      oauthApplication: application.id,
      webhookDelivery: delivery.id,
      event: event.id,
      apiRequest: request.id,
      employee: await addEmployees(send),
      recommendation: await addRecommendations(send, template),
      badgeImport: await addImport(send, template),
      bulkAction: await addBulkAction(send),
      serviceMove: await addDemoServiceMove(await product.databaseUrl(), organizationId),
      ...(await addTestOrganization(product, send)),
      ...(await addSecondOrganization(product, organizationId, send)),
      ...(await addCourse(product, organizationId, send, template)),
    },
  };
}
