import { useTranslations } from "next-intl";
import { Picture } from "@/components/ui/picture";
import type { PublicCollection, PublicProfile } from "@/lib/credentials/public-pages/schema";
import { Cards, PageLinks } from "../card-grid";
import { buildMailtoUrl, buildPostAddress, type PostNetwork } from "@/components/public/badge/share-address";
import { buildQrPath } from "@/lib/kernel/qr-path";
import { QrPicture } from "@/components/ui/qr-picture";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg px-2.5 text-ink-soft underline decoration-line underline-offset-4 hover:bg-sunken hover:text-ink";

/** The networks in which somebody who looks at a profile can share it, with the names of their texts. */
const NETWORKS: { network: PostNetwork; name: "linkedin" | "x" | "whatsapp" }[] = [
  { network: "linkedin_post", name: "linkedin" },
  { network: "x", name: "x" },
  { network: "whatsapp", name: "whatsapp" },
];

type ProfileShareLinksProps = { name: string; address: string };

/** Links and a QR code that share a profile. They need no JavaScript and send nothing before they are opened. */
function ProfileShareLinks({ name, address }: ProfileShareLinksProps) {
  const t = useTranslations("public.share");
  const words = useTranslations("public.profile");
  const text = words("summary", { name });
  return (
    <nav aria-labelledby="share" className="mt-6 flex flex-wrap items-start gap-x-1 text-sm print:hidden">
      <span id="share" className="me-1.5 inline-flex min-h-9 items-center text-ink-faint">
        {t("label")}
      </span>
      {NETWORKS.map(({ network, name: key }) => (
        <a
          key={network}
          href={buildPostAddress(network, address, text)}
          rel="nofollow noopener noreferrer"
          className={LINK}
        >
          {t(key)}
        </a>
      ))}
      <a href={buildMailtoUrl(text, address)} className={LINK}>
        {t("mail")}
      </a>
      <details className="open:basis-full sm:relative sm:open:basis-auto">
        <summary className={`${LINK} cursor-pointer list-none`}>{t("qr")}</summary>
        <QrPicture
          code={buildQrPath(address)}
          label={words("qr", { name })}
          className="mt-2 size-40 sm:absolute sm:start-0 sm:top-full sm:z-10 sm:shadow-lg"
        />
      </details>
    </nav>
  );
}

/** The address of a profile and its code, which lead from a printed page to the profile as it is then. */
function PrintedAddress({ name, address }: ProfileShareLinksProps) {
  const t = useTranslations("public.profile");
  return (
    <div className="hidden print:mt-4 print:flex print:items-center print:gap-3">
      <QrPicture code={buildQrPath(address, "L")} label={t("qr", { name })} className="size-20 shrink-0" />
      <p className="text-sm wrap-anywhere">{t("current", { address })}</p>
    </div>
  );
}

function Position({ profile: { position, employer } }: { profile: PublicProfile }) {
  const t = useTranslations("public.profile");
  const text = position && employer ? t("position", { position, employer }) : (position ?? employer);
  return text ? (
    <p className="mt-2 text-base text-ink-soft wrap-anywhere print:mt-1 print:text-sm">{text}</p>
  ) : null;
}

/** Badges by collections. Without any collection, only the badges. */
function Collections({ collections }: { collections: PublicCollection[] }) {
  const t = useTranslations("public.profile");
  const [only, ...others] = collections;
  if (only?.id === null && others.length === 0) return <Cards cards={only.cards} />;
  return (
    <div className="flex flex-col gap-10 print:gap-4">
      {collections.map(({ id, name, cards }) => (
        <section key={id} aria-labelledby={`collection-${id ?? "none"}`}>
          <h3
            id={`collection-${id ?? "none"}`}
            className="font-heading mb-4 text-xl break-after-avoid wrap-anywhere print:mb-1 print:text-base"
          >
            {name ?? t("other_badges")}
          </h3>
          <Cards cards={cards} />
        </section>
      ))}
    </div>
  );
}

/** The name, headline and position of the person, with their photo. */
function ProfileHead({ profile }: { profile: PublicProfile }) {
  const t = useTranslations("public.profile");
  const { name, headline, photo_url: photo } = profile;
  return (
    <header className="flex flex-col items-start gap-6 sm:flex-row sm:items-center sm:gap-8 print:flex-row print:items-center print:gap-5">
      {photo ? (
        <Picture
          src={photo}
          alt={t("photo", { name })}
          width={128}
          height={128}
          className="size-28 shrink-0 rounded-full border border-line object-cover sm:size-32 print:size-20"
        />
      ) : null}
      <div className="min-w-0">
        <p className="mb-2 text-base text-ink-soft print:hidden">{t("kicker")}</p>
        <h1 className="font-heading text-[2.125rem] leading-[1.1] wrap-anywhere sm:text-5xl print:text-3xl">
          {name}
        </h1>
        {headline ? (
          <p className="mt-3 max-w-[52ch] text-lg leading-snug text-balance wrap-anywhere sm:text-xl print:mt-1 print:text-base">
            {headline}
          </p>
        ) : null}
        <Position profile={profile} />
      </div>
    </header>
  );
}

/**
 * The public page of a person at an address: their profile and their public badges. Addresses in their texts are not made
 * links: beside badges they would look trustworthy.
 */
export function ProfileView({ profile, address }: { profile: PublicProfile; address: string }) {
  const t = useTranslations("public.profile");
  const { name, bio } = profile;
  return (
    <article>
      <ProfileHead profile={profile} />
      {bio ? (
        <p className="mt-8 max-w-[65ch] text-[1.0625rem] leading-relaxed whitespace-pre-line wrap-anywhere print:mt-4 print:text-sm print:leading-normal">
          {bio}
        </p>
      ) : null}
      <ProfileShareLinks name={name} address={address} />
      <PrintedAddress name={name} address={address} />
      <section aria-labelledby="badges" className="mt-10 border-t border-line pt-8 print:mt-4 print:pt-4">
        <h2 id="badges" className="font-heading mb-6 text-2xl print:mb-2 print:text-lg">
          {t("badges", { count: profile.badges.total })}
        </h2>
        <Collections collections={profile.collections} />
        <PageLinks list={profile.badges} path={profile.path} />
      </section>
    </article>
  );
}
