import { ownValue } from "../../facts/errors/own-value";
import { importLine } from "../write/print-value";
import { constructPackages, missingExports, renamedExports } from "./construct-rules";
import { cdkName, EditedText, importsOf, isCdkPackage, type SstStackFile } from "./stack-source";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "./syntax";

interface ChangedCode {
  readonly text: string;
  readonly program: SyntaxNode;
  /** Names that the changed code uses, by their module. */
  readonly needed: SstStackFile["needed"];
  /** The new path of a file of the app. Undefined for a package. */
  readonly pathOf: (specifier: string) => string | undefined;
}

/** A remaining name of AWS CDK, with the place of its use in the original text. */
interface CdkLeftover {
  readonly name: string;
  readonly node: SyntaxNode;
}

export function changeImports(code: ChangedCode): {
  readonly edited: EditedText;
  readonly leftovers: readonly CdkLeftover[];
} {
  const edited = new EditedText(code.text);
  const uses = usesIn(code.program);
  const leftovers: CdkLeftover[] = [];
  // The code that needed a name may have been replaced together with the code around it.
  const needed = new Map(
    [...code.needed].flatMap(([from, names]) => {
      const used = [...names].filter(([, local]) => uses.has(local));
      return used.length === 0 ? [] : [[from, new Map(used)] as const];
    }),
  );
  for (const node of children(code.program, "body")) {
    const source = child(node, "source");
    const from = stringOf(source);
    if (source === undefined || from === undefined) continue;
    if (node.type === "ImportDeclaration" && constructPackages.has(from)) {
      const names = needed.get("serverform");
      if (node.importKind !== "type") needed.delete("serverform");
      edited.replace(node, constructImport(node, uses, node.importKind === "type" ? undefined : names));
    } else if (node.type === "ImportDeclaration" && isCdkPackage(from)) {
      const replaced = new Set([...code.needed.values()].flatMap((names) => [...names.values()]));
      const isKept = (local: string): boolean => uses.has(local) && !replaced.has(local);
      const kept = children(node, "specifiers").filter((each) => isKept(nameOf(child(each, "local")) ?? ""));
      replaceLine(edited, node, kept.length === 0 ? "" : importText(code.text, node, kept));
      for (const [local, { name }] of importsOf(node))
        for (const use of isKept(local) ? (uses.get(local) ?? []) : [])
          leftovers.push({
            name: cdkName(from, name === "*" ? use.path : [name, ...use.path]),
            node: use.node,
          });
    } else {
      const path = code.pathOf(from);
      if (path !== undefined) edited.replace(source, quoted(code.text, source, path));
    }
  }
  insertNeeded(edited, code.program, needed);
  return { edited, leftovers };
}

interface Use {
  readonly node: SyntaxNode;
  readonly isType: boolean;
  /** The properties after the name. */
  readonly path: readonly string[];
}

function usesIn(program: SyntaxNode): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  walk(program, (node, above) => {
    const name = nameOf(node);
    const owner = above.at(-1);
    if (name === undefined || owner === undefined || owner.type.startsWith("Import")) return;
    const isProperty = child(owner, "property") === node && owner.computed !== true;
    const isKey = child(owner, "key") === node && owner.computed !== true && owner.shorthand !== true;
    if (isProperty || isKey) return;
    uses.set(name, [
      ...(uses.get(name) ?? []),
      { node, isType: isType(owner), path: pathBehind(node, above) },
    ]);
  });
  return uses;
}

const isType = ({ type }: SyntaxNode): boolean =>
  /^(TSTypeReference|TSQualifiedName|TSExpressionWithTypeArguments|TSInterfaceHeritage)$/.test(type);

function pathBehind(node: SyntaxNode, above: readonly SyntaxNode[]): readonly string[] {
  const path: string[] = [];
  let inner = node;
  for (const each of [...above].reverse()) {
    const property = nameOf(child(each, "property") ?? child(each, "right"));
    if ((child(each, "object") ?? child(each, "left")) !== inner || property === undefined) break;
    path.push(property);
    inner = each;
  }
  return path;
}

function constructImport(
  node: SyntaxNode,
  uses: ReadonlyMap<string, readonly Use[]>,
  needed: ReadonlyMap<string, string> = new Map(),
): string {
  const specifiers = children(node, "specifiers");
  const namespace = specifiers.find(({ type }) => type === "ImportNamespaceSpecifier");
  const head = node.importKind === "type" ? "import type" : "import";
  const isTypeOnly = (local: string): boolean => {
    const found = uses.get(local) ?? [];
    return node.importKind !== "type" && found.length > 0 && found.every((use) => use.isType);
  };
  const named = [...needed].map(([name, local]) => ({ name, local }));
  for (const each of specifiers) {
    const local = nameOf(child(each, "local"));
    const imported = nameOf(child(each, "imported"));
    if (local === undefined || imported === undefined || !uses.has(local)) continue;
    const isMissing = Object.hasOwn(missingExports, imported);
    const name = ownValue(renamedExports, imported) ?? imported;
    if (!isMissing && !named.some((other) => other.local === local)) named.push({ name, local });
  }
  const texts = named
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(
      ({ name, local }) =>
        `${isTypeOnly(local) ? "type " : ""}${name}${name === local ? "" : ` as ${local}`}`,
    );
  const lines = [
    ...(namespace === undefined
      ? []
      : [`${head} * as ${nameOf(child(namespace, "local"))} from "serverform";`]),
    ...(texts.length === 0 ? [] : [importLine(texts, "serverform", head)]),
  ];
  return lines.join("\n");
}

function importText(text: string, node: SyntaxNode, kept: readonly SyntaxNode[]): string {
  const all = children(node, "specifiers");
  if (kept.length === all.length) return text.slice(node.start, node.end);
  const source = child(node, "source");
  const names = kept.map((each) => text.slice(each.start, each.end)).join(", ");
  return `import { ${names} } from ${source === undefined ? "" : text.slice(source.start, source.end)};`;
}

/** Replaces a statement; without a text, also removes its line. */
function replaceLine(edited: EditedText, node: SyntaxNode, text: string): void {
  const rest = text === "" ? (/^[^\S\n]*\n/.exec(edited.original.slice(node.end))?.[0] ?? "") : "";
  edited.replace({ start: node.start, end: node.end + rest.length }, text);
}

const quoted = (text: string, node: SyntaxNode, path: string): string => {
  const quote = text.charAt(node.start);
  return `${quote}${path}${quote}`;
};

/** Adds imports of needed names before the others. */
function insertNeeded(
  edited: EditedText,
  program: SyntaxNode,
  needed: ReadonlyMap<string, ReadonlyMap<string, string>>,
): void {
  const lines = [...needed]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([from, names]) => {
      const texts = [...names].map(([name, local]) => (name === local ? name : `${name} as ${local}`)).sort();
      return `${importLine(texts, from)}\n`;
    });
  const first = children(program, "body").find(({ type }) => type === "ImportDeclaration");
  edited.insert(first?.start ?? 0, lines.join(""));
}

/** The advice of the report for each class or module of AWS CDK. */
const counterparts: Readonly<Record<string, string>> = {
  Duration: 'durations are strings, such as `"5 minutes"`; provider resources take numbers',
  Expiration: "write the moment as a string in the form of RFC 3339",
  RemovalPolicy: "use `app.setDefaultRemovalPolicy`, or `lifecycle` of the provider resource",
  Tags: "use `tags` of the stack",
  "aws-apigateway": "use `RestV1Api`",
  "aws-apigatewayv2": "use `Api` or `WebSocketApi`",
  "aws-appsync": "use `AppSyncApi`",
  "aws-certificatemanager": "use `customDomain`, or `AcmCertificate` of the provider",
  "aws-cloudfront.CachePolicy": "use `CloudfrontCachePolicy` of the provider",
  "aws-cloudfront.Distribution": "use `Site` or `StaticSite`, or `CloudfrontDistribution` of the provider",
  "aws-cloudfront.Function": "use `CloudfrontFunction` of the provider",
  "aws-cloudfront.OriginAccessIdentity":
    "use `CloudfrontOriginAccessControl` of the provider, and allow the distribution with `addToResourcePolicy` of the bucket",
  "aws-cloudfront.OriginRequestPolicy": "use `CloudfrontOriginRequestPolicy` of the provider",
  "aws-cloudfront.ResponseHeadersPolicy": "use `CloudfrontResponseHeadersPolicy` of the provider",
  "aws-cloudfront": "write it as the value that `CloudfrontDistribution` of the provider takes",
  "aws-cloudfront-origins":
    "write it as `origin` of `CloudfrontDistribution`; `cdk.distribution` of a site adds origins and `orderedCacheBehavior`",
  "aws-cloudwatch": "use `CloudwatchMetricAlarm` or `CloudwatchDashboard` of the provider",
  "aws-cognito": "use `Userbase`",
  "aws-dynamodb": "use `Table`",
  "aws-ec2.Vpc": "use `DataAwsVpc` and `DataAwsSubnets` for one that exists, or `Vpc` of the provider",
  "aws-ecs": "use `EcsCluster`, `EcsTaskDefinition` and `EcsService` of the provider",
  "aws-events": "use `EventBus` or `Cron`",
  "aws-iam": "use `IamRole`, `IamPolicy` and `IamRolePolicy` of the provider, or `permissions` of a function",
  "aws-kinesis": "use `KinesisStream`",
  "aws-lambda": "use `Function`",
  "aws-lambda-event-sources": "use `addConsumer` or `addConsumers` of the construct that sends the events",
  "aws-lambda-nodejs": "use `Function`",
  "aws-logs": "use `CloudwatchLogGroup` of the provider",
  "aws-rds": "use `RDS`",
  "aws-route53": "use `customDomain`, or `Route53Record` of the provider",
  "aws-route53-targets": "use `customDomain`, or `alias` of `Route53Record`",
  "aws-s3": "use `Bucket`",
  "aws-s3-deployment": "use `StaticSite`, or `S3Object` of the provider",
  "aws-secretsmanager": "use `Config.Secret`, or `SecretsmanagerSecret` of the provider",
  "aws-sns": "use `Topic`",
  "aws-sns-subscriptions": "use `addSubscribers` of `Topic`",
  "aws-sqs": "use `Queue`",
  "aws-ssm": "use `Config.Parameter`, or `SsmParameter` of the provider",
  "aws-stepfunctions": "use `SfnStateMachine` of the provider",
  "aws-wafv2": "use `Wafv2WebAcl` of the provider",
};

/** The line of the report for a part of AWS CDK that has no rule. */
export function leftoverText(name: string): string {
  const parts = name.split(".");
  const known = parts.map((_, index) =>
    ownValue(counterparts, parts.slice(0, parts.length - index).join(".")),
  );
  const remedy = known.find((each) => each !== undefined) ?? "write it with the provider's class";
  return `\`${name}\` of AWS CDK: ${remedy}.`;
}
