import { ownValue } from "../../../facts/errors/own-value";
import { type ProviderProp, providerClass } from "../../cloudformation/provider-types";
import { resourceTypeOf } from "../../cloudformation/resource-types";
import { capitalized, snakeCase } from "../../model/names";
import { type CdkRule, indentAt, type SstStackFile } from "../stack-source";
import { children, objectMembersOf, type SyntaxNode, stringOf } from "../syntax";
import { bucket, table } from "./constructs";
import { iamRules } from "./iam";

const argument = (node: SyntaxNode, index: number): SyntaxNode | undefined =>
  children(node, "arguments")[index];

/** The text of an argument, including its changes. */
function argumentText(file: SstStackFile, node: SyntaxNode, index: number): string | undefined {
  const found = argument(node, index);
  return found && file.textOf(found);
}

const firstArgument: CdkRule = (file, node) => argumentText(file, node, 0);

/** `new Class(...)` with the same arguments. */
const sameArguments =
  (name: string, from = "serverform"): CdkRule =>
  (file, node) => {
    const args = children(node, "arguments").map((each) => file.textOf(each));
    return `new ${file.need(name, from)}(${args.join(", ")})`;
  };

const parameterValue: CdkRule = (file, node, scope) => {
  const name = argument(node, 1);
  const text = name && file.textOf(name);
  if (name === undefined || text === undefined) return undefined;
  const id = stringOf(name)?.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase());
  const className = file.need("DataAwsSsmParameter", "@cdktf/provider-aws/lib/data-aws-ssm-parameter");
  const idText = id === undefined ? text : JSON.stringify(id);
  return `new ${className}(${scope}, ${idText}, { name: ${text} }).value`;
};

/** `new CfnOutput(scope, id, { value, description })`. Outputs are not exported to other stacks here. */
const output: CdkRule = (file, node) => {
  const [scope, id, props] = children(node, "arguments");
  const texts = objectMembersOf(file.objectOf(props)).flatMap(({ key, value }) =>
    key === "value" || key === "description" ? [`${key}: ${file.textOf(value)}`] : [],
  );
  if (!scope || !id || texts.length === 0) return undefined;
  return `new ${file.need("TerraformOutput", "cdktf")}(${file.textOf(scope)}, ${file.textOf(id)}, { ${texts.join(", ")} })`;
};

const dayMs = 86_400_000;

/** A fixed time some days after the migration. AWS CDK moved it with each deployment, which Terraform would show as a change. */
const expiration: CdkRule = (file, node) => {
  const [, days] =
    /Duration\.days\((\d+)\)$/.exec(file.edited.original.slice(argument(node, 0)?.start, node.end - 1)) ?? [];
  if (days === undefined) return undefined;
  const end = new Date(Date.now() + Number(days) * dayMs).toISOString().slice(0, 10);
  file.note(node, `\`Expiration.after\` became a date, ${end}: change it when the key is to live longer.`);
  return JSON.stringify(`${end}T00:00:00Z`);
};

/** Calls and constructors, by their names in `aws-cdk-lib`. */
const rules: Readonly<Record<string, CdkRule>> = {
  ...iamRules,
  "new aws-dynamodb.Table": table,
  "new aws-s3.Bucket": bucket,
  "new aws-lambda.LayerVersion": (file, node, scope, above) =>
    objectMembersOf(argument(node, 2)).some(({ key }) => key === "code")
      ? sameArguments("Layer")(file, node, scope, above)
      : undefined,
  "aws-lambda.LayerVersion.fromLayerVersionArn": (file, node) => argumentText(file, node, 2),
  "aws-lambda.Code.fromAsset": firstArgument,
  "aws-lambda.AssetCode.fromAsset": firstArgument,
  "aws-ssm.StringParameter.valueForStringParameter": parameterValue,
  "aws-ssm.StringParameter.valueFromLookup": parameterValue,
  "aws-cognito.ProviderAttribute.other": firstArgument,
  "aws-cognito.UserPool.fromUserPoolId": (file, node) => {
    const id = argumentText(file, node, 2);
    return id === undefined ? undefined : `{ userPoolId: ${id} }`;
  },
  "Expiration.after": expiration,
  "new CfnOutput": output,
  "aws-cognito.UserPoolClientIdentityProvider.custom": firstArgument,
  "aws-cognito.OAuthScope.custom": firstArgument,
  "new aws-cognito.UserPoolIdentityProviderAmazon": identityProvider,
  "new aws-cognito.UserPoolIdentityProviderFacebook": identityProvider,
  "new aws-cognito.UserPoolIdentityProviderGoogle": identityProvider,
};

export function cdkCall(
  file: SstStackFile,
  node: SyntaxNode,
  name: string,
  scope: string,
  above: readonly SyntaxNode[],
): string | undefined {
  const isNew = node.type === "NewExpression";
  const key = isNew ? `new ${name}` : name;
  const rule = ownValue(rules, key);
  if (rule !== undefined) return rule(file, node, scope, above);
  return isNew ? providerObject(file, node, name) : undefined;
}

/** A class of AWS CDK for a type of CloudFormation, such as `CfnUserPool`, as the provider's class. */
function providerObject(file: SstStackFile, node: SyntaxNode, name: string): string | undefined {
  const [, service = "", type = ""] = /^aws-([a-z0-9]+)\.Cfn(\w+)$/.exec(name) ?? [];
  const found = type === "" ? undefined : resourceTypeOf(`AWS::${service}::${type}`);
  const target = found && providerClass(found.module);
  if (found === undefined || target === undefined) return undefined;
  const nameOfKey = (key: string, structure: string | undefined): ProviderProp | undefined => {
    const own = structure === undefined ? found.renames?.[capitalized(key)] : undefined;
    const wanted = (own ?? key).toLowerCase();
    return target.props(structure).find(({ name }) => name.toLowerCase() === wanted);
  };
  if (!renameKeys(file, argument(node, 2), nameOfKey)) return undefined;
  return sameArguments(target.className, target.module)(file, node, "", []);
}

/**
 * Gives the keys of an object the provider's names. Returns whether all keys have one: the class drops other keys, which
 * might remove the condition of a permission.
 */
function renameKeys(
  file: SstStackFile,
  node: SyntaxNode | undefined,
  propOf: (key: string, structure: string | undefined) => ProviderProp | undefined,
  structure?: string,
): boolean {
  if (node?.type === "ArrayExpression")
    return children(node, "elements").every((each) => renameKeys(file, each, propOf, structure));
  return objectMembersOf(file.objectOf(node)).every(({ key, keyNode, value }) => {
    const prop = propOf(key, structure);
    if (prop === undefined) return false;
    if (prop.name !== key) file.edited.replace(keyNode, prop.name);
    return typeof prop.type !== "object" || renameKeys(file, value, propOf, prop.type.structure);
  });
}

interface ProviderRow {
  readonly type: string;
  /** The separator of scopes in the provider's details. */
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

/** `UserPoolIdentityProviderGoogle` and similar classes: the provider's class, with the details for the service. */
function identityProvider(file: SstStackFile, node: SyntaxNode): string | undefined {
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
