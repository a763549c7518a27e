import { Img, Link, Text } from "react-email";
import type { Words } from "../words";
import { Quiet, SERIF, styles, Title } from "./layout";

/** What every mail about a badge knows of it. */
export type BadgeProps = {
  words: Words;
  /** How the earner is called; empty when nobody knows. */
  earner: string;
  address: string;
  badgeName: string;
  imageUrl: string;
  issuer: string;
  issuerColor: string | null;
  link: string;
};

type Head = Pick<BadgeProps, "words" | "badgeName" | "imageUrl" | "issuer"> & { title: string };

/** The art, what the mail says in one line, the badge's name and who issued it. */
export const BadgeHead = ({ words, badgeName, imageUrl, issuer, title }: Head) => (
  <>
    <Img
      src={imageUrl}
      alt={words.t("art_of", { badge: badgeName })}
      width={208}
      height={208}
      style={{ margin: "0 0 28px -4px", display: "block", fontSize: 14, fontFamily: SERIF }}
    />
    <Title>{title}</Title>
    <Text className="ink" style={{ ...styles.paragraph, margin: 0, fontSize: 19, fontWeight: 600 }}>
      {badgeName}
    </Text>
    <Text className="quiet" style={{ ...styles.quiet, margin: "4px 0 16px", fontSize: 15 }}>
      {words.t("issued_by", { issuer })}
    </Text>
  </>
);

/** The address of the button in letters. The text part has it below the action already. */
export const LinkBelow = ({ words, link }: Pick<BadgeProps, "words" | "link">) => (
  <div data-skip-in-text="true">
    <Quiet>
      {words.t("link_below")}
      <br />
      <Link href={link} className="quiet" style={{ color: "inherit", textDecoration: "underline" }}>
        {link}
      </Link>
    </Quiet>
  </div>
);
