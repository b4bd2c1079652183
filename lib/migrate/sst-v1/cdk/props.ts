import { ownValue } from "../../../facts/errors/own-value";
import { findMembers, type NewValues, objectText, type PropMove } from "../prop-changes";
import { assignedTo, cdkName, type SstStackFile } from "../stack-source";
import { child, children, nameOf, objectMembersOf, type SyntaxNode, stringOf, unwrapped } from "../syntax";

/** Props of AWS CDK below `cdk` with another place or value here. */
const moves: Readonly<Record<string, readonly PropMove[]>> = {
  AppSyncApi: [{ at: "cdk.graphqlApi.authorizationConfig", to: "cdk.graphqlApi", as: appSyncAuthorization }],
  Bucket: [
    { at: "cdk.bucket.cors", to: "cors", as: corsRules },
    // Public access is blocked by default.
    { at: "cdk.bucket.blockPublicAccess", to: "", as: blocksAll },
    { at: "cdk.bucket.autoDeleteObjects", to: "cdk.bucket.forceDestroy" },
    { at: "cdk.bucket.publicReadAccess", to: "", only: ({ value }) => value === false },
    { at: "cdk.bucket.publicReadAccess", to: "cdk.publicAccessBlock", as: publicAccess },
  ],
  Userbase: [
    {
      at: "cdk.userPool.selfSignUpEnabled",
      to: "cdk.userPool.adminCreateUserConfig",
      as: (file, value) => `{ allowAdminCreateUserOnly: ${negated(file.textOf(value))} }`,
    },
  ],
};

export const cdkMoves = (className: string): readonly PropMove[] => ownValue(moves, className) ?? [];

const negated = (text: string): string =>
  text === "true" ? "false" : text === "false" ? "true" : `!(${text})`;

function blocksAll(file: SstStackFile, value: SyntaxNode): string | undefined {
  return /\bBLOCK_ALL$/.test(file.edited.original.slice(value.start, value.end)) ? "true" : undefined;
}

/** `true` allows a public policy of the bucket; `addPublicRead` writes the policy. */
function publicAccess(_: SstStackFile, { value }: SyntaxNode): string | undefined {
  return value === true ? "false" : undefined;
}

/** Rules for CORS: `maxAge` is a duration. */
function corsRules(file: SstStackFile, value: SyntaxNode): string {
  for (const rule of children(value, "elements"))
    for (const { key, value: age } of objectMembersOf(file.objectOf(rule)))
      if (key === "maxAge" && age.type === "NumericLiteral")
        file.edited.replace(age, JSON.stringify(`${age.value} seconds`));
  return file.textOf(value);
}

/**
 * `Tags.of(scope).add(key, value)`: an aspect that tags each resource below a construct.
 *
 * Source: https://developer.hashicorp.com/terraform/cdktf/concepts/aspects
 */
export function tagsText(file: SstStackFile, node: SyntaxNode): string | undefined {
  const callee = child(node, "callee");
  const tags = child(callee, "object");
  const imported = file.importOf(child(tags, "callee"));
  const [scope] = children(tags, "arguments");
  const [key, value, ...options] = children(node, "arguments");
  const isTags = imported !== undefined && cdkName(imported.from, imported.path) === "Tags.of";
  if (!isTags || nameOf(child(callee, "property")) !== "add" || options.length > 0) return undefined;
  if (scope === undefined || key === undefined || value === undefined) return undefined;
  const literal = stringOf(key);
  const text = file.textOf(key);
  const name = literal === undefined ? `[${text}]` : /^[A-Za-z_]\w*$/.test(literal) ? literal : text;
  const tag = `{ ...(node.tagsInput as object), ${name}: ${file.textOf(value)} }`;
  const own = file.isTypeScript ? tag : tag.replace("(node.tagsInput as object)", "node.tagsInput");
  const visit = `(node) => "tagsInput" in node && Object.assign(node, { tags: ${own} })`;
  return `${file.need("Aspects", "cdktf")}.of(${file.textOf(scope)}).add({ visit: ${visit} })`;
}

/**
 * `publicReadAccess: true` of a bucket: the statement that lets everyone read its objects.
 *
 * Source: `grantPublicAccess` in https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_s3.Bucket.html
 */
export function addPublicRead(
  file: SstStackFile,
  node: SyntaxNode,
  above: readonly SyntaxNode[],
  props: SyntaxNode | undefined,
): void {
  const isPublic = ["cdk.bucket", "s3Bucket"].some((path) =>
    findMembers({ objectOf: unwrapped }, props, `${path}.publicReadAccess`.split(".")).some(
      (member) => member.value.value === true,
    ),
  );
  if (!isPublic) return;
  const bucket = assignedTo(file, above);
  if (bucket === undefined) {
    file.todo(node, "`publicReadAccess`: allow reading with `addToResourcePolicy` of the bucket.");
    return;
  }
  bucket.insertBehind([
    `${bucket.name}.addToResourcePolicy({`,
    '  actions: ["s3:GetObject"],',
    '  principals: "*",',
    `  resources: [\`\${${bucket.name}.bucketArn}/*\`],`,
    "});",
  ]);
}

/** The objects of an authorization mode of AWS CDK, with the names of their props here. */
const configs: Readonly<Record<string, { readonly name: string; readonly props: NewValues }>> = {
  lambdaAuthorizerConfig: {
    name: "lambdaAuthorizerConfig",
    props: { handler: "function", validationRegex: "identityValidationExpression" },
  },
  openIdConnectConfig: {
    name: "openidConnectConfig",
    props: { clientId: "clientId", oidcProvider: "issuer" },
  },
  userPoolConfig: {
    name: "userPoolConfig",
    props: { appIdClientRegex: "appIdClientRegex", defaultAction: "defaultAction", userPool: "userPool" },
  },
};

/** `authorizationConfig` of AWS CDK, as the props of an `AppSyncApi` below `cdk.graphqlApi`. */
function appSyncAuthorization(file: SstStackFile, value: SyntaxNode): NewValues | undefined {
  const members = new Map(objectMembersOf(file.objectOf(value)).map((each) => [each.key, each.value]));
  const main = modeProps(file, members.get("defaultAuthorization"));
  const others = children(members.get("additionalAuthorizationModes"), "elements").map((each) =>
    modeProps(file, each),
  );
  if (main === undefined || others.includes(undefined)) return undefined;
  const keys = [main, ...others].flatMap((each) => each?.apiKeyConfig ?? []);
  const rest = others.map((each) => printed(withoutKey(each ?? {})));
  return {
    ...withoutKey(main),
    ...(rest.length === 0 ? {} : { additionalAuthenticationProvider: `[${rest.join(", ")}]` }),
    ...(keys[0] === undefined ? {} : { apiKeyConfig: keys[0] }),
  };
}

const withoutKey = ({ apiKeyConfig: _, ...others }: NewValues): NewValues => others;

const printed = (values: NewValues): string => objectText(new Map(Object.entries(values)));

/** The props of one mode. Undefined if a prop has no rule. */
function modeProps(file: SstStackFile, node: SyntaxNode | undefined): NewValues | undefined {
  const literal = file.objectOf(node);
  if (literal === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const { key, value } of objectMembersOf(literal)) {
    const config = ownValue(configs, key);
    const text = config === undefined ? file.textOf(value) : configText(file, value, config.props);
    if (text === undefined) return undefined;
    values[key === "authorizationType" ? "authenticationType" : (config?.name ?? key)] = text;
  }
  return values;
}

function configText(file: SstStackFile, node: SyntaxNode, names: NewValues): string | undefined {
  const values: Record<string, string> = {};
  for (const { key, value } of objectMembersOf(file.objectOf(node))) {
    const name = ownValue(names, key);
    if (name === undefined) return undefined;
    const text = file.textOf(value);
    // The provider's pool has an id; the library accepts a construct.
    if (name === "userPool" && /\bcdk\??\.userPool$/.test(text)) values.userPoolId = `${text}.id`;
    else values[name] = text;
  }
  return printed(values);
}
