import { expect, type Browser, type Page } from "@playwright/test";
import type { Locale } from "@/lib/kernel/locales";
import { administratorCredentials, type SignInCredentials } from "./console-pages";
import { createSender, type Send } from "./demonstration-data";
import { sendAsHarborCollege, product } from "./harbor-college";
import { createOrganization } from "../platform/product";
import { until } from "../until";
import { verifyDelivery, type Receiver } from "../delivery/webhook-receiver";
import { readTranslators, type Translators } from "./words";

/** An earner and the names in their story, as people with their language would write them. */
export type Story = {
  locale: Locale;
  first: string;
  last: string;
  /** The part of all addresses before the @. */
  account: string;
  employer: string;
  badges: { declined: string; kept: string; secret: string; earlier: string; own: string };
  external: { name: string; issuer: string };
};

/** The stories that are tested: one in Japanese, one in Brazilian Portuguese. */
export const STORIES: Story[] = [
  {
    locale: "ja",
    first: "さくら",
    last: "田中",
    account: "sakura",
    employer: "みなと海運",
    badges: {
      declined: "航海術",
      kept: "潮間帯の生物",
      secret: "気象学",
      earlier: "結び目",
      own: "安全講習",
    },
    external: { name: "救急法", issuer: "港町救護会" },
  },
  {
    locale: "pt-BR",
    first: "Inês",
    last: "Araújo",
    account: "ines",
    employer: "Estaleiro São Brás",
    badges: {
      declined: "Navegação",
      kept: "Vida entre marés",
      secret: "Meteorologia",
      earlier: "Primeiros nós",
      own: "Segurança a bordo",
    },
    external: { name: "Primeiros socorros", issuer: "Cruz do Porto" },
  },
];

export type BadgeKey = keyof Story["badges"];

/** The organization that the earner works for. */
export type Employer = {
  name: string;
  home: string;
  administrator: SignInCredentials;
  send: Send;
  /** Waits until exactly these types of events have arrived since the last call, in any order, each signed. */
  hears: (...types: string[]) => Promise<void>;
  /** All events received so far, in order. */
  heard: { id: string; event_type: string }[];
};

export type EarnerStory = Omit<Story, "employer"> & {
  translate: Translators;
  /** The addresses: of the badges, added later, and of an account that was created earlier. */
  email: string;
  second: string;
  third: string;
  password: string;
  employer: Employer;
  /** The ids of the badges. */
  ids: Record<BadgeKey, string>;
  /** The earner's browser page. */
  page: Page;
};

const PASSWORD = "a sentence that only I know";
export const ISSUER = "Harbor College";

/** Reads the employment events that an organization's receiver has received. */
function listenForEvents(
  receiver: Receiver,
  path: string,
  secret: string,
): Pick<Employer, "hears" | "heard"> {
  const heard: Employer["heard"] = [];
  let read = 0;
  const readArrived = () => {
    const arrived = receiver.of(path);
    for (; read < arrived.length; read += 1) {
      const event = verifyDelivery(arrived[read] as (typeof arrived)[number], secret);
      // A delivery that arrives twice is one event.
      const isNew = !heard.some(({ id }) => id === event.id);
      if (isNew && event.event_type.startsWith("employment.")) heard.push(event);
    }
    return heard;
  };
  let checkedCount = 0;
  const hears = async (...types: string[]) => {
    await until(types.join(", "), () => readArrived().length >= checkedCount + types.length).catch(
      () => null,
    );
    const newTypes = heard.slice(checkedCount).map(({ event_type: type }) => type);
    checkedCount = heard.length;
    expect(newTypes.toSorted()).toEqual(types.toSorted());
  };
  return { hears, heard };
}

async function createEmployer(receiver: Receiver, { account, employer: name }: Story): Promise<Employer> {
  const adminEmail = `head@${account}.example`;
  const created = await createOrganization(product.dataDir, { name, adminEmail });
  const send = createSender(product.origin, created.organization_id, created.authorization_token);
  const path = `/${account}`;
  const { vanity_slug: slug } = await send("PUT", "", {
    webhook_url: receiver.url(path),
    workforce_enabled: true,
  });
  const { secret } = await send("GET", "/webhook_secret");
  const home = `${product.origin}/console/${slug}`;
  return {
    name,
    home,
    administrator: administratorCredentials(created),
    send,
    ...listenForEvents(receiver, path, secret),
  };
}

const createStoryTemplate = async (send: Send, name: string): Promise<string> => {
  const facts = { description: name, global_activity_url: "https://example.org/course", skills: [name] };
  return (await send("POST", "/badge_templates", { name, ...facts })).id as string;
};

/** Issues a badge of the story in its language. Returns its id. */
async function issueStoryBadge(story: Story, key: BadgeKey, send: Send, email: string): Promise<string> {
  const badge = await send("POST", "/badges", {
    badge_template_id: await createStoryTemplate(send, story.badges[key]),
    recipient_email: email,
    issued_to_first_name: story.first,
    issued_to_last_name: story.last,
    issued_at: "2026-11-01",
    locale: story.locale,
  });
  return badge.id as string;
}

/** Opens a browser that prefers English. Every other language on its pages comes from mails, links and the account. */
export const openBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: "en-US", acceptDownloads: true })).newPage();

/** Starts a story: three badges for the first address, one for an earlier one, and one from the employer. */
export async function startStory(browser: Browser, receiver: Receiver, story: Story): Promise<EarnerStory> {
  const [email, second, third] = ["home", "work", "school"].map(
    (place) => `${story.account}@${place}.example`,
  ) as [string, string, string];
  const employer = await createEmployer(receiver, story);
  const ids = {
    declined: await issueStoryBadge(story, "declined", sendAsHarborCollege, email),
    kept: await issueStoryBadge(story, "kept", sendAsHarborCollege, email),
    secret: await issueStoryBadge(story, "secret", sendAsHarborCollege, email),
    earlier: await issueStoryBadge(story, "earlier", sendAsHarborCollege, third),
    own: await issueStoryBadge(story, "own", employer.send, second),
  };
  const [translate, page] = [await readTranslators(story.locale), await openBrowser(browser)];
  return { ...story, translate: translate, email, second, third, password: PASSWORD, employer, ids, page };
}
