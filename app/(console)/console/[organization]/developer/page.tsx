import { redirect } from "next/navigation";
import { requireConsoleMember } from "../../../console-caller";
import { developerPages } from "./section";

type Props = { params: Promise<{ organization: string }> };

/** Redirects to the first page of the section that this person may see. */
export default async function DeveloperPage({ params }: Props) {
  const { organization: slug } = await params;
  const member = await requireConsoleMember(slug, { scope: "events" });
  redirect(`/console/${slug}/developer${developerPages(member)[0] ?? "/api_reference"}`);
}
