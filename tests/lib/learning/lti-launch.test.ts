import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import {
  CONNECT_PARAMETERS,
  LAUNCH_PARAMETERS,
  readConnect,
  readLaunch,
  parseRole,
} from "@/lib/learning/lti/launch-parameters";
import type { Parameter } from "@/lib/learning/lti/parameters";
import { isLtiCode, LTI_STATUSES } from "@/lib/learning/lti/schema";
import { LAUNCH, type Fields } from "../../support/learning/lti";

const pairs = (fields: Fields): Parameter[] =>
  Object.entries(fields).flatMap(([name, value]): Parameter[] =>
    value === undefined ? [] : [[name, value]],
  );

const launch = (fields: Fields = {}) => readLaunch(pairs({ ...LAUNCH, ...fields }));

/** Returns the code of the refusal and the fields that it names. */
function refusal(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.code, ...error.errors.map(({ field }) => field)].join(" ");
  }
}

describe("a launch", () => {
  it("is read with the parameters that the specification requires", () => {
    expect(launch()).toEqual({
      userId: "292832126",
      integrationId: 7,
      contextId: "456434513",
      contextLabel: null,
      email: "ada@lumen-academy.example",
      givenName: null,
      familyName: null,
      fullName: null,
      locale: null,
      role: "learner",
    });
  });

  it("is read with optional parameters, and ignores unknown ones", () => {
    const fields = {
      context_label: " SI182 ",
      lis_person_name_given: "Ada",
      lis_person_name_family: "Okafor",
      lis_person_name_full: "Ada Okafor",
      lis_person_contact_email_primary: " Ada@Lumen-Academy.example",
      roles: "Instructor",
      lti_message_type: "basic-lti-launch-request",
      __proto: "x",
    };
    expect(launch(fields)).toMatchObject({
      contextLabel: "SI182",
      givenName: "Ada",
      familyName: "Okafor",
      fullName: "Ada Okafor",
      email: "ada@lumen-academy.example",
      role: "instructor",
    });
  });

  it.each([...LAUNCH_PARAMETERS])("LTI_DATA_MISSING without %s, or when it is blank", (name) => {
    for (const value of [undefined, "", "  "]) {
      expect(refusal(() => launch({ [name]: value }))).toBe(`400 LTI_DATA_MISSING ${name}`);
    }
  });

  it("names all missing parameters", () => {
    expect(refusal(() => readLaunch([]))).toBe(
      "400 LTI_DATA_MISSING user_id integration_id tool_consumer_info_product_family_code context_id lis_person_contact_email_primary roles",
    );
  });

  it.each([
    ["integration_id", "0"],
    ["integration_id", "-7"],
    ["integration_id", "7.5"],
    ["integration_id", "seven"],
    ["integration_id", "2147483648"],
    ["integration_id", "99999999999999999999"],
    ["user_id", "u".repeat(256)],
    ["user_id", "a\u0000b"],
    ["context_id", "a\nb"],
  ])("LTI_DATA_MISSING when %s is %j", (name, value) => {
    expect(refusal(() => launch({ [name]: value }))).toBe(`400 LTI_DATA_MISSING ${name}`);
  });

  it("leaves ids unchanged: two that differ by a space are two people", () => {
    expect(launch({ user_id: " 5 ", context_id: "C 1 " })).toMatchObject({
      userId: " 5 ",
      contextId: "C 1 ",
    });
  });

  it("ignores a name or label that cannot be used", () => {
    const fields = {
      lis_person_name_full: "a".repeat(256),
      context_label: "a\u0000b",
      lis_person_name_given: " ",
    };
    expect(launch(fields)).toMatchObject({ fullName: null, contextLabel: null, givenName: null });
  });

  it.each([
    "nobody",
    "a@b",
    "a b@example.org",
    `${"a".repeat(250)}@example.org`,
    "a@example.org,b@example.org",
  ])("LTI_MEMBER_CREATION_FAILED for the address %s", (address) => {
    const expected = "400 LTI_MEMBER_CREATION_FAILED lis_person_contact_email_primary";
    expect(refusal(() => launch({ lis_person_contact_email_primary: address }))).toBe(expected);
  });

  it.each(["canvas", "CLE", "moodle"])("LTI_NO_CONNECTION for the product family %s", (family) => {
    expect(refusal(() => launch({ tool_consumer_info_product_family_code: family }))).toBe(
      "400 LTI_NO_CONNECTION",
    );
  });

  it("may repeat a parameter with one value, but not with two", () => {
    const again = (name: string, value: string) => () => readLaunch([...pairs(LAUNCH), [name, value]]);
    expect(again("user_id", LAUNCH.user_id)().userId).toBe(LAUNCH.user_id);
    expect(refusal(again("user_id", "1"))).toBe("400 LTI_DATA_MISSING user_id");
    expect(refusal(again("roles", "Administrator"))).toBe("400 LTI_DATA_MISSING roles");
    expect(refusal(again("custom", "1"))).toBe("none");
  });
});

describe("a connection request", () => {
  it("needs the person and the integration, and reads nothing else", () => {
    expect(
      readConnect(pairs({ user_id: "u", integration_id: "12", roles: "?", context_id: "\u0000" })),
    ).toEqual({
      userId: "u",
      integrationId: 12,
    });
    expect(refusal(() => readConnect([]))).toBe(`400 LTI_DATA_MISSING ${CONNECT_PARAMETERS.join(" ")}`);
  });
});

describe("roles", () => {
  it.each([
    ["Learner", "learner"],
    ["LEARNER", "learner"],
    ["Student", "learner"],
    ["urn:lti:role:ims/lis/Learner", "learner"],
    ["urn:lti:role:ims/lis/Learner/NonCreditLearner", "learner"],
    ["urn:lti:instrole:ims/lis/Student", "learner"],
    ["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner", "learner"],
    ["Instructor", "instructor"],
    ["instructor", "instructor"],
    ["TeachingAssistant", "instructor"],
    ["urn:lti:role:ims/lis/Instructor", "instructor"],
    ["urn:lti:role:ims/lis/Instructor/PrimaryInstructor", "instructor"],
    ["urn:lti:role:ims/lis/ContentDeveloper", "instructor"],
    ["http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor", "instructor"],
    ["ADMINISTRATOR", "administrator"],
    ["urn:lti:role:ims/lis/Administrator", "administrator"],
    ["urn:lti:role:ims/lis/Administrator/Support", "administrator"],
    ["urn:lti:instrole:ims/lis/Administrator", "administrator"],
    ["urn:lti:sysrole:ims/lis/SysAdmin", "administrator"],
    ["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator", "administrator"],
  ])("%s means the role of %s", (claim, role) => {
    expect(parseRole(claim)).toBe(role);
  });

  it.each([
    ["Learner,Instructor", "instructor"],
    [" urn:lti:role:ims/lis/Learner , Administrator ", "administrator"],
    ["Learner,urn:lti:instrole:ims/lis/Administrator", "administrator"],
    ["urn:lti:role:ims/lis/Learner,urn:lti:instrole:ims/lis/Faculty", "learner"],
    ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor,Learner", "learner"],
    ["urn:lti:instrole:ims/lis/Faculty,urn:lti:instrole:ims/lis/Student", "instructor"],
    ["urn:lti:instrole:ims/lis/Instructor", "instructor"],
    ["Member,Observer", "learner"],
    [",,", "learner"],
    ["urn:lti:role:ims/lis/Mentor", "learner"],
    ["NotAnInstructor", "learner"],
  ])("%s result in %s", (claims, role) => {
    expect(parseRole(claims)).toBe(role);
  });
});

describe("codes", () => {
  it("are those of the table, without the inherited names of objects", () => {
    expect(Object.keys(LTI_STATUSES).every(isLtiCode)).toBe(true);
    for (const other of ["LTI_OTHER", "toString", "__proto__", "", undefined, ["LTI_APP_NOT_FOUND"]]) {
      expect(isLtiCode(other)).toBe(false);
    }
  });
});
