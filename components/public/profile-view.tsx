import { useTranslations } from "next-intl";
import { Picture } from "@/components/ui/picture";
import type { PublicCollection, PublicProfile } from "@/lib/credentials/public-pages/schema";
import { Cards, PageLinks } from "./card-grid";

function Position({ profile: { position, employer } }: { profile: PublicProfile }) {
  const t = useTranslations("public.profile");
  const text = position && employer ? t("position", { position, employer }) : (position ?? employer);
  return text ? <p className="mt-3 text-base text-ink-soft">{text}</p> : null;
}

/** Badges by collections. Without any collection, only the badges. */
function Collections({ collections }: { collections: PublicCollection[] }) {
  const t = useTranslations("public.profile");
  const [only, ...others] = collections;
  if (only?.id === null && others.length === 0) return <Cards cards={only.cards} />;
  return (
    <div className="flex flex-col gap-10">
      {collections.map(({ id, name, cards }) => (
        <section key={id} aria-labelledby={`collection-${id ?? "none"}`}>
          <h3
            id={`collection-${id ?? "none"}`}
            className="font-heading mb-4 text-xl break-after-avoid wrap-anywhere"
          >
            {name ?? t("other_badges")}
          </h3>
          <Cards cards={cards} />
        </section>
      ))}
    </div>
  );
}

/** The public page of a person: their profile and their public badges. */
export function ProfileView({ profile }: { profile: PublicProfile }) {
  const t = useTranslations("public.profile");
  return (
    <article>
      <header className="flex flex-col items-start gap-6 sm:flex-row sm:items-center sm:gap-8">
        {profile.photo_url ? (
          <Picture
            src={profile.photo_url}
            alt={t("photo", { name: profile.name })}
            width={112}
            height={112}
            className="size-28 shrink-0 rounded-full border border-line object-cover"
          />
        ) : null}
        <div className="min-w-0">
          <p className="mb-2 text-base text-ink-soft">{t("kicker")}</p>
          <h1 className="font-heading text-[2.125rem] leading-[1.1] sm:text-5xl">{profile.name}</h1>
          <Position profile={profile} />
          {profile.bio ? (
            <p className="mt-4 max-w-prose text-base whitespace-pre-line">{profile.bio}</p>
          ) : null}
        </div>
      </header>
      <section aria-labelledby="badges" className="mt-12 border-t border-line pt-8">
        <h2 id="badges" className="font-heading mb-6 text-2xl">
          {t("badges", { count: profile.badges.total })}
        </h2>
        <Collections collections={profile.collections} />
        <PageLinks list={profile.badges} path={profile.path} />
      </section>
    </article>
  );
}
