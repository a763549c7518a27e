import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { answer, shown } from "../support/accept-forms";
import { asFile, line, PATH, runToEnd, startImport, table } from "../support/badge-imports";
import { makeOrganization, makeTemplate, type TestOrganization } from "../support/builders";
import { basic, ORIGIN } from "../support/client";
import { dispatch } from "../support/routes";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

describe("GET /organizations/{id}/badge_imports/{badge_import_id}/result", () => {
  it("200: the columns of the file, what became of each row, and no formula", async () => {
    const own = await makeTemplate(organization);
    const file = asFile("email,first name,last name,=cmd\nada@example.org,Ada,Okafor,=1+1\nx,Ada,Okafor,\n");
    const { id } = await startImport(organization, {
      badge_template_id: own.id,
      file,
      file_name: "Frühling 26.csv",
    });
    await runToEnd(id);
    const request = new Request(`${ORIGIN}/v1/organizations/${organization.id}${PATH}/${id}/result`, {
      headers: basic(organization.authorization_token),
    });
    const response = await dispatch(request);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="Fruhling-26-result.csv"');
    const { data } = await organization.client.get(`${PATH}/${id}/rows`);
    const [row] = data as { badge_id: string }[];
    const link = `${ORIGIN}/accept/${row?.badge_id}?token=${shown(row?.badge_id ?? "")}`;
    expect((await response.text()).replace("\ufeff", "").split("\r\n")).toEqual([
      "email,first name,last name,'=cmd,result,badge_id,badge_url,accept_badge_url,problems",
      `ada@example.org,Ada,Okafor,'=1+1,issued,${row?.badge_id},${ORIGIN}/badges/${row?.badge_id},${link},`,
      "x,Ada,Okafor,,error,,,,recipient_email must be an e-mail address",
      "",
    ]);
  });

  it("200: the links accept the badges until these are answered, and readers do not get them", async () => {
    const { id } = await startImport(organization, { file: table(line(), line()) });
    await runToEnd(id);
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/result`;
    const read = async (credential: Record<string, string>) =>
      parse(await (await dispatch(new Request(ORIGIN + path, { headers: credential }))).text(), {
        bom: true,
        columns: true,
      }) as Record<string, string>[];
    const [first, second] = await read(basic(organization.authorization_token));
    const link = new URL(first?.accept_badge_url ?? "");
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/accept/${first?.badge_id}`);
    expect((await answer(first?.badge_id ?? "", link.searchParams.get("token") ?? "", "accept")).status).toBe(
      303,
    );
    const again = await read(basic(organization.authorization_token));
    expect(again.map((row) => row.accept_badge_url)).toEqual(["", second?.accept_badge_url]);
    expect(again.map((row) => row.badge_url)).toEqual([first?.badge_url, second?.badge_url]);
    const { data: reader } = await organization.client.post("/authorization_tokens", {});
    expect((await read(basic(reader.token))).map((row) => row.accept_badge_url)).toEqual(["", ""]);
  });
});
