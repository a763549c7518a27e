import { Img, Link, Text } from "react-email";
import type { MailTranslator } from "../mail-translator";
import { Paragraph, SecondaryText, SERIF, styles, MailTitle } from "./layout";

/** The data of every mail about a badge. */
export type BadgeProps = {
  words: MailTranslator;
  /** The earner's name; empty when it is unknown. */
  earner: string;
  address: string;
  badgeName: string;
  imageUrl: string;
  issuer: string;
  issuerColor: string | null;
  link: string;
  /** The heading in the issuer's own words, instead of the built-in one. */
  heading: string | null;
  /** The issuer's own words before the rest. */
  opening: string | null;
};

type BadgeHeadProps = Omit<BadgeProps, "earner" | "address" | "issuerColor" | "link"> & { title: string };

/** The art, a title, the badge's name, who issued it, and the issuer's own words. */
export const BadgeHead = ({ words, badgeName, imageUrl, issuer, title, ...own }: BadgeHeadProps) => (
  <>
    <Img
      src={imageUrl}
      alt={words.t("art_of", { badge: badgeName })}
      width={208}
      height={208}
      style={{ margin: "0 0 28px -4px", display: "block", fontSize: 14, fontFamily: SERIF }}
    />
    <MailTitle>{own.heading ?? title}</MailTitle>
    <Text className="ink" style={{ ...styles.paragraph, margin: 0, fontSize: 19, fontWeight: 600 }}>
      {badgeName}
    </Text>
    <Text className="quiet" style={{ ...styles.quiet, margin: "4px 0 16px", fontSize: 15 }}>
      {words.t("issued_by", { issuer })}
    </Text>
    {own.opening ? <Paragraph>{own.opening}</Paragraph> : null}
  </>
);

/** The URL of the button as text. The plain-text version has it below the action already. */
export const LinkBelow = ({ words, link }: Pick<BadgeProps, "words" | "link">) => (
  <div data-skip-in-text="true">
    <SecondaryText>
      {words.t("link_below")}
      <br />
      <Link href={link} className="quiet" style={{ color: "inherit", textDecoration: "underline" }}>
        {link}
      </Link>
    </SecondaryText>
  </div>
);
