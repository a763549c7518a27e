import { publicUrl } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";
import { ENTERPRISE_SCHEMA, LIST_MESSAGE, MAX_OPERATIONS, MAX_RESULTS, USER_SCHEMA } from "./schema";

/** The largest body of a request, in bytes. */
const MAX_PAYLOAD = 1_048_576;

const core = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;
const url = (path: string) => publicUrl(`/scim/v2/${path}`);

/** Describes what the service supports (RFC 7643, 5). */
export const getServiceProviderConfig = () => ({
  schemas: [core("ServiceProviderConfig")],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_OPERATIONS, maxPayloadSize: MAX_PAYLOAD },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Authorization token",
      description: "An authorization token of the organization with the scope workforce, as a Bearer token.",
      specUri: "https://www.rfc-editor.org/rfc/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: url("ServiceProviderConfig") },
});

const list = <Resource>(resources: Resource[]) => ({
  schemas: [LIST_MESSAGE],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: resources,
});

const userType = () => ({
  schemas: [core("ResourceType")],
  id: "User",
  name: "User",
  description: "An employee of the organization",
  endpoint: "/Users",
  schema: USER_SCHEMA,
  schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
  meta: { resourceType: "ResourceType", location: url("ResourceTypes/User") },
});

/** Lists the types of resources (RFC 7643, 6): users. */
export const listResourceTypes = () => list([userType()]);

/** Returns a type of resources. Throws 404 for another name. */
export function getResourceType(name: string) {
  if (name !== "User") throw notFound();
  return userType();
}

const attribute = (name: string, description: string, others: object = {}) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...others,
});

const complex = (name: string, description: string, subAttributes: object[], others: object = {}) => {
  const { caseExact: _caseExact, uniqueness: _uniqueness, ...rest } = attribute(name, description);
  return { ...rest, type: "complex", subAttributes, ...others };
};

const readOnly = { mutability: "readOnly" };

const USER_ATTRIBUTES = [
  attribute("userName", "The e-mail address of the employee", {
    required: true,
    uniqueness: "server",
  }),
  complex("name", "The name of the employee", [
    attribute("formatted", "First name and last name", readOnly),
    attribute("givenName", "First name"),
    attribute("familyName", "Last name"),
  ]),
  attribute("displayName", "First name and last name", readOnly),
  attribute("title", "Position"),
  attribute(
    "active",
    "False for an inactive employee, who is not invited, and whose badges the organization does not see.",
    {
      type: "boolean",
      caseExact: undefined,
      uniqueness: undefined,
    },
  ),
  complex(
    "emails",
    "The e-mail address, the same as userName",
    [
      attribute("value", "The e-mail address"),
      attribute("type", "Always work", { canonicalValues: ["work"] }),
      attribute("primary", "Always true", { type: "boolean", caseExact: undefined, uniqueness: undefined }),
    ],
    { multiValued: true },
  ),
  complex(
    "addresses",
    "The place of work",
    [
      attribute("type", "Always work", { canonicalValues: ["work"] }),
      attribute("country", "Country"),
      attribute("region", "State or province"),
      attribute("postalCode", "Postal code"),
    ],
    { multiValued: true },
  ),
];

const buildSchema = (id: string, name: string, description: string, attributes: object[]) => ({
  schemas: [core("Schema")],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: "Schema", location: url(`Schemas/${id}`) },
});

const schemas = () => [
  buildSchema(USER_SCHEMA, "User", "An employee", USER_ATTRIBUTES),
  buildSchema(ENTERPRISE_SCHEMA, "EnterpriseUser", "Where an employee works", [
    attribute("department", "Department"),
  ]),
];

/** Lists the attributes that the service stores (RFC 7643, 7). */
export const listSchemas = () => list(schemas());

/** Returns a schema. Throws 404 for one that the service does not have. */
export function getSchema(id: string) {
  const found = schemas().find((schema) => schema.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound();
  return found;
}
