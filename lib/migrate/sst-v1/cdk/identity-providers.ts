import { snakeCase } from "../../model/names";
import { indentAt } from "../edited-text";
import type { SstStackFile } from "../stack-source";
import { children, objectMembersOf, type SyntaxNode } from "../syntax";

interface ProviderRow {
  readonly type: string;
  /** The separator of scopes in the details of the provider. */
  readonly separator: string;
  /** Scopes that AWS CDK has by default. */
  readonly scopes: string;
}

/**
 * The social providers of AWS CDK.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
 */
const rows: Readonly<Record<string, ProviderRow>> = {
  Amazon: { type: "LoginWithAmazon", separator: " ", scopes: "profile" },
  Facebook: { type: "Facebook", separator: ",", scopes: "public_profile" },
  Google: { type: "Google", separator: " ", scopes: "profile" },
};

const attributeNames: Readonly<Record<string, string>> = {
  familyName: "family_name",
  fullname: "name",
  givenName: "given_name",
  middleName: "middle_name",
  phoneNumber: "phone_number",
  preferredUsername: "preferred_username",
  profilePage: "profile",
  profilePicture: "picture",
  timezone: "zoneinfo",
  lastUpdateTime: "updated_at",
};

/** `UserPoolIdentityProviderGoogle` and its like: the provider's class, with the details that the service takes. */
export function identityProvider(file: SstStackFile, node: SyntaxNode): string | undefined {
  const [scope, id, given] = children(node, "arguments");
  const callee = file.edited.original.slice(node.start, scope?.start);
  const row = rows[/IdentityProvider(\w+)/.exec(callee)?.[1] ?? ""];
  const members = new Map(objectMembersOf(file.objectOf(given)).map((each) => [each.key, each.value]));
  const text = (key: string): string | undefined => {
    const value = members.get(key);
    return value && file.textOf(value);
  };
  const [clientId, clientSecret, pool] = [
    text("clientId") ?? text("appId"),
    text("clientSecret") ?? text("appSecret"),
    text("userPool"),
  ];
  if (!scope || !id || !row || !clientId || !clientSecret || !pool) return undefined;
  const className = file.need("CognitoIdentityProvider", "@cdktf/provider-aws/lib/cognito-identity-provider");
  const mapping = file.objectOf(members.get("attributeMapping"));
  const attributes = objectMembersOf(mapping).map(
    ({ key, value }) => `    ${attributeNames[key] ?? snakeCase(key)}: ${file.textOf(value)},`,
  );
  const scopes = text("scopes");
  const indent = indentAt(file.edited.original, node.start);
  return [
    `new ${className}(${file.textOf(scope)}, ${file.textOf(id)}, {`,
    `  userPoolId: ${pool}.id,`,
    `  providerName: "${row.type}",`,
    `  providerType: "${row.type}",`,
    "  providerDetails: {",
    `    client_id: ${clientId},`,
    `    client_secret: ${clientSecret},`,
    `    authorize_scopes: ${scopes === undefined ? JSON.stringify(row.scopes) : `${scopes}.join("${row.separator}")`},`,
    "  },",
    ...(attributes.length === 0 ? [] : ["  attributeMapping: {", ...attributes, "  },"]),
    "})",
  ].join(`\n${indent}`);
}
