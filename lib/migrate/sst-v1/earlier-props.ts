import { ownValue } from "../../facts/errors/own-value";
import { federation } from "./construct-rules";
import type { PropMove } from "./prop-changes";
import type { SstStackFile } from "./stack-source";
import { children, objectMembersOf, type SyntaxNode, textField } from "./syntax";

/**
 * Names from before version 1.0 of SST.
 *
 * Source: the changelog of version 1.0, `www/docs/constructs/v0/migration.md` of github.com/sst/sst
 */

const constants: Readonly<Record<string, string>> = {
  "ApiAuthorizationType.AWS_IAM": "iam",
  "ApiAuthorizationType.NONE": "none",
  "ApiPayloadFormatVersion.V1": "1.0",
  "ApiPayloadFormatVersion.V2": "2.0",
  "PermissionType.ALL": "*",
  "StaticSiteErrorOptions.REDIRECT_TO_INDEX_PAGE": "redirect_to_index_page",
  "TableFieldType.BINARY": "binary",
  "TableFieldType.NUMBER": "number",
  "TableFieldType.STRING": "string",
  "WebSocketApiAuthorizationType.IAM": "iam",
  "WebSocketApiAuthorizationType.NONE": "none",
};

export function earlierConstant(path: readonly string[]): string | undefined {
  const found = ownValue(constants, path.join("."));
  return found === undefined ? undefined : JSON.stringify(found);
}

/** Props that are objects below `cdk` since version 1.0, in each construct that has them. */
export const earlierObjects: Readonly<Record<string, string>> = {
  consumerProps: "eventSource",
  integrationOptions: "integration",
  jobProps: "target",
  methodOptions: "method",
  resolverProps: "resolver",
  subscriberProps: "subscription",
  targetProps: "target",
};

/** Properties of constructs that are below `cdk` since version 1.0. */
export const earlierProperties: Readonly<Record<string, string>> = {
  acmCertificate: "certificate",
  cfDistribution: "distribution",
  cognitoCfnIdentityPool: "cfnIdentityPool",
  cognitoUserPool: "userPool",
  cognitoUserPoolClient: "userPoolClient",
  dynamodbTable: "table",
  eventBridgeEventBus: "eventBus",
  eventsRule: "rule",
  graphqlApi: "graphqlApi",
  httpApi: "httpApi",
  iamAuthRole: "authRole",
  iamUnauthRole: "unauthRole",
  kinesisStream: "stream",
  rdsServerlessCluster: "cluster",
  restApi: "restApi",
  s3Bucket: "bucket",
  snsTopic: "topic",
  sqsQueue: "queue",
  webSocketApi: "webSocketApi",
};

const isArray = ({ type }: SyntaxNode): boolean => type === "ArrayExpression";

/** A list that is an object since version 1.0: the positions become keys, so the ids stay. */
const entries = (file: SstStackFile, value: SyntaxNode): string =>
  `{ ${children(value, "elements")
    .map((each, index) => `${index}: ${file.textOf(each)}`)
    .join(", ")} }`;

const list = (at: string): PropMove => ({ at, to: at, as: entries, only: isArray });

/** `{ email: true, phone: true }` is `["email", "phone"]`. */
function login(file: SstStackFile, value: SyntaxNode): string {
  const names = objectMembersOf(file.objectOf(value)).flatMap((member) =>
    member.value.value === true ? [JSON.stringify(member.key)] : [],
  );
  return `[${names.join(", ")}]`;
}

/** IAM and none have names; a custom authorizer must be declared in `authorizers`. */
function authorizer(file: SstStackFile, value: SyntaxNode): string | undefined {
  const kinds: Readonly<Record<string, string>> = { AWS_IAM: "iam", IAM: "iam", NONE: "none" };
  const [, name = ""] = /["'.](\w+)["']?$/.exec(file.edited.original.slice(value.start, value.end)) ?? [];
  const kind = ownValue(kinds, name);
  return kind === undefined ? undefined : JSON.stringify(kind);
}

/** The props of an object below `cdk`, or the object itself. */
const into = (at: string, to: string): readonly PropMove[] => [
  { at: `${at}.*`, to: `${to}.*` },
  { at, to, only: ({ type }) => type !== "ObjectExpression" },
];

const functionDefaults: PropMove = { at: "defaultFunctionProps", to: "defaults.function" };

const defaultMoves: readonly PropMove[] = [
  functionDefaults,
  { at: "defaultAuthorizationType", to: "defaults.authorizer", as: authorizer },
  { at: "defaultAuthorizer", to: "defaults.authorizer", as: () => undefined },
  { at: "defaultAuthorizationScopes", to: "defaults.authorizationScopes" },
  { at: "defaultPayloadFormatVersion", to: "defaults.payloadFormatVersion" },
  { at: "defaultThrottlingBurstLimit", to: "defaults.throttle.burst" },
  { at: "defaultThrottlingRateLimit", to: "defaults.throttle.rate" },
];

/** Props of a function instead of a route; since version 1.0 a route has the function as a prop. */
const functionRoutes: PropMove = {
  at: "routes.*",
  to: "routes.*",
  as: (file, value) => `{ function: ${file.textOf(value)} }`,
  only: (value) => objectMembersOf(value).some(({ key }) => key === "handler"),
};

const apiMoves: readonly PropMove[] = [
  functionRoutes,
  ...into("httpApi", "cdk.httpApi"),
  { at: "stages", to: "cdk.httpStages" },
  ...defaultMoves,
];

const siteMoves: readonly PropMove[] = [
  ...into("s3Bucket", "cdk.bucket"),
  ...into("cfDistribution", "cdk.distribution"),
  functionDefaults,
];

const moves: Readonly<Record<string, readonly PropMove[]>> = {
  Api: apiMoves,
  GraphQLApi: apiMoves,
  RestV1Api: [
    ...into("restApi", "cdk.restApi"),
    { at: "importedPaths", to: "cdk.importedPaths" },
    ...defaultMoves.slice(0, 4),
  ],
  WebSocketApi: [
    ...into("webSocketApi", "cdk.webSocketApi"),
    ...into("webSocketStage", "cdk.webSocketStage"),
    functionRoutes,
    functionDefaults,
    { at: "authorizationType", to: "authorizer", as: authorizer },
  ],
  AppSyncApi: [
    { at: "graphqlApi.schema", to: "schema" },
    ...into("graphqlApi", "cdk.graphqlApi"),
    functionDefaults,
  ],
  Userbase: [
    { at: "cognito.userPool.signInAliases", to: "login", as: login },
    ...into("cognito.userPool", "cdk.userPool"),
    ...into("cognito.userPoolClient", "cdk.userPoolClient"),
    { at: "cognito.triggers", to: "triggers" },
    { at: "cognito.defaultFunctionProps", to: "defaults.function" },
    { at: "cognito", to: "login", as: () => '["username"]', only: (value) => value.value === true },
    ...Object.entries(federation).map(
      ([at, name]): PropMove => ({ at, to: `identityPoolFederation.${name}` }),
    ),
    { at: "identityPool", to: "identityPoolFederation.cdk.cfnIdentityPool" },
  ],
  Bucket: [...into("s3Bucket", "cdk.bucket"), functionDefaults, list("notifications")],
  Cron: [...into("eventsRule", "cdk.rule")],
  EventBus: [...into("eventBridgeEventBus", "cdk.eventBus"), functionDefaults, list("rules.*.targets")],
  KinesisStream: [...into("kinesisStream", "cdk.stream"), functionDefaults],
  Queue: [...into("sqsQueue", "cdk.queue")],
  RDS: [...into("rdsServerlessCluster", "cdk.cluster")],
  Script: [functionDefaults],
  Table: [
    ...into("dynamodbTable", "cdk.table"),
    { at: "secondaryIndexes", to: "globalIndexes" },
    functionDefaults,
  ],
  Topic: [...into("snsTopic", "cdk.topic"), functionDefaults, list("subscribers")],
  NextjsSite: siteMoves,
  ReactStaticSite: siteMoves,
  StaticSite: siteMoves,
  ViteStaticSite: siteMoves,
};

export const earlierMoves = (className: string): readonly PropMove[] => ownValue(moves, className) ?? [];

/** Rules for props below `cdk`, also at the places of those props before version 1.0. */
export function withEarlierPaths<Rule extends { readonly at: string }>(
  className: string,
  rules: readonly Rule[],
): readonly Rule[] {
  const places = earlierMoves(className).filter(({ to }) => /^cdk\.\w+\.\*$/.test(to));
  return [
    ...rules,
    ...places.flatMap(({ at, to }) =>
      rules
        .filter((rule) => rule.at.startsWith(to.slice(0, -1)))
        .map((rule) => ({ ...rule, at: `${at.slice(0, -1)}${rule.at.slice(to.length - 1)}` })),
    ),
  ];
}

/** Whether a property of a construct is below `cdk` since version 1.0. `httpApi` and similar names may also belong to the app. */
export function isEarlierProperty(file: SstStackFile, object: SyntaxNode | undefined, name: string): boolean {
  if (object === undefined || object.type === "ThisExpression") return false;
  const owner = textField(
    object.type === "MemberExpression" ? (object.property as SyntaxNode) : object,
    "name",
  );
  if (owner === "cdk" || owner === "props") return false;
  const isOwnName = earlierProperties[name] === name || name === "acmCertificate" || name === "eventsRule";
  return !isOwnName || file.constantOf(object)?.type === "NewExpression";
}
