import type { Addition, ResourceModel } from "../model/application";
import { attributeOf, Call, Computed, objectOf, referenceOf, type Value } from "../model/value";
import { Fields, itemsOf, SourceNode } from "../source";
import { bucketConverter } from "./constructs/bucket";
import { type Converter, leaveProperty, valueOf } from "./constructs/converter";
import { secretConverter, simpleTableConverter, tableConverter } from "./constructs/data";
import { policyConverter, resourcePolicyConverter, roleConverter } from "./constructs/iam";
import {
  busConverter,
  queueConverter,
  ruleConverter,
  streamConverter,
  topicConverter,
} from "./constructs/messaging";
import { stateMachineConverter } from "./constructs/state-machine";
import { type TemplateScope, toValue } from "./intrinsics";
import { providerResources } from "./provider-resource";

interface ConvertedResources {
  readonly resources: readonly ResourceModel[];
  readonly additions: readonly Addition[];
}

/** Converts the resources of a template, except those of types that the caller converts. */
export function convertResources(
  resources: SourceNode | undefined,
  scope: TemplateScope,
  isRead: (type: string) => boolean = () => false,
): ConvertedResources {
  const made = (resources?.entries ?? []).flatMap(([name, node]) => {
    const type = node.get("Type")?.text ?? "";
    return isRead(type) ? [] : convertResource(name, type, node, scope);
  });
  const resourceList = made.filter((each): each is ResourceModel => !("target" in each));
  return {
    resources: resourceList.map((each) => withOrder(each, resources, resourceList)),
    additions: made.filter((each): each is Addition => "target" in each),
  };
}

function convertResource(
  name: string,
  type: string,
  node: SourceNode,
  scope: TemplateScope,
): readonly (ResourceModel | Addition)[] {
  const { findings } = scope;
  const { place } = node;
  const fields = new Fields(node, findings, `\`${name}\``).ignore(
    "Type",
    "Properties",
    "DependsOn",
    "Metadata",
  );
  reportPolicies(name, fields, scope);
  const condition = fields.take("Condition");
  fields.finish();
  // An unconditional permission is wider than a conditional one.
  if (condition !== undefined)
    findings.untranslated(
      condition.place,
      [type],
      `\`${name}\` is declared only under the condition \`${condition.text}\`: put it into an \`if\`.`,
    );
  const properties = node.get("Properties");
  if (type === "AWS::Logs::LogGroup" && functionOfLogGroup(node, scope) !== undefined) {
    findings.note(
      place,
      `\`${name}\` is not needed: each function has a log group; \`logRetention\` says how long it keeps its lines.`,
    );
    return [];
  }
  const converter = converters[type];
  if (converter === undefined) return providerResources(name, type, properties, scope, place);
  const given = properties?.isMap === true ? properties : new SourceNode(new Map(), place);
  return converter({
    name,
    type,
    place,
    scope,
    properties: new Fields(given, findings, `\`${name}\` (${type})`),
  });
}

/** The function of the template whose log group has this name, `/aws/lambda/${Orders}`. */
function functionOfLogGroup(node: SourceNode, scope: TemplateScope): string | undefined {
  const name = toValue(node.at("Properties", "LogGroupName"), scope);
  const [prefix, part, ...others] = name instanceof Computed ? name.parts : [];
  if (prefix !== "/aws/lambda/" || others.length > 0) return undefined;
  return typeof part === "object" && "target" in part ? part.target : undefined;
}

/** A scope in which a declared log group of a function is the function's own. */
export function logGroupAliases(resources: SourceNode | undefined, scope: TemplateScope): TemplateScope {
  const aliases = new Map(scope.aliases);
  for (const [name, node] of resources?.entries ?? []) {
    const owner =
      node.get("Type")?.text === "AWS::Logs::LogGroup" ? functionOfLogGroup(node, scope) : undefined;
    if (owner !== undefined)
      aliases.set(name, (attribute) => attributeOf(owner, `LogGroup${attribute}`, node.place));
  }
  return { ...scope, aliases };
}

/** Reports policies for the data of removed resources. */
export function reportPolicies(
  name: string,
  fields: Fields,
  { findings }: Pick<TemplateScope, "findings">,
): void {
  const policy = fields.take("DeletionPolicy");
  fields.ignore("UpdateReplacePolicy", "UpdatePolicy", "CreationPolicy");
  if (policy?.text === "Retain" || policy?.text === "Snapshot")
    findings.note(
      policy.place,
      `\`${name}\` has \`DeletionPolicy: ${policy.text}\`: call \`app.setDefaultRemovalPolicy("${policy.text.toLowerCase()}")\` to keep what the app removes.`,
    );
}

/** `DependsOn` between resources of the provider. Constructs of the library order their own resources. */
function withOrder(
  resource: ResourceModel,
  source: SourceNode | undefined,
  all: readonly ResourceModel[],
): ResourceModel {
  const node = source?.get(resource.name)?.get("DependsOn");
  if (node === undefined || resource.from === "serverform") return resource;
  const names = itemsOf(node).map((each) => each.text ?? "");
  const known = all.filter(
    ({ name, partOf = name, from }) => names.includes(partOf) && from !== "serverform",
  );
  if (known.length === 0) return resource;
  const dependsOn = known.map(({ name }) => objectOf(name, resource.place));
  return { ...resource, props: { ...resource.props, dependsOn } };
}

/** `AWS::Route53::RecordSetGroup`: records with a common zone. */
const recordGroupConverter: Converter = ({ name, properties, scope }) => {
  const records = properties.take("RecordSets")?.items ?? [];
  const shared = properties.ignore("Comment").takeRest();
  return records.flatMap((each, index) =>
    providerResources(
      `${name}${index + 1}`,
      "AWS::Route53::RecordSet",
      new SourceNode(new Map([...shared, ...each.entries]), each.place),
      scope,
      each.place,
    ),
  );
};

/** `AWS::AppSync::GraphQLSchema`, which is a prop of the API in the provider. */
const schemaConverter: Converter = (source) => {
  const { properties, place } = source;
  const target = referenceOf(valueOf(source, "ApiId"))?.target;
  const file = valueOf(source, "DefinitionS3Location");
  const schema = valueOf(source, "Definition") ?? (typeof file === "string" ? fileText(file) : undefined);
  properties.finish();
  if (target !== undefined && schema !== undefined)
    return [{ target, place, method: "addOverride", args: ["schema", schema] }];
  leaveProperty(source, "Definition", place);
  return [];
};

/** The text of a file that the packaging of SAM uploads. */
const fileText = (path: string): Value =>
  path.startsWith("s3:")
    ? undefined
    : new Call("readFileSync", [path, "utf8"], [{ name: "readFileSync", from: "node:fs" }]);

/** Types with their own converter. All others become the provider's class. */
const converters: Readonly<Record<string, Converter | undefined>> = {
  "AWS::AppSync::GraphQLSchema": schemaConverter,
  "AWS::DynamoDB::GlobalTable": tableConverter,
  "AWS::DynamoDB::Table": tableConverter,
  "AWS::Events::EventBus": busConverter,
  "AWS::Events::Rule": ruleConverter,
  "AWS::IAM::ManagedPolicy": policyConverter,
  "AWS::IAM::Policy": policyConverter,
  "AWS::IAM::Role": roleConverter,
  "AWS::Kinesis::Stream": streamConverter,
  "AWS::Route53::RecordSetGroup": recordGroupConverter,
  "AWS::S3::Bucket": bucketConverter,
  "AWS::S3::BucketPolicy": resourcePolicyConverter,
  "AWS::SNS::Topic": topicConverter,
  "AWS::SNS::TopicPolicy": resourcePolicyConverter,
  "AWS::SQS::Queue": queueConverter,
  "AWS::SQS::QueuePolicy": resourcePolicyConverter,
  "AWS::SecretsManager::Secret": secretConverter,
  "AWS::Serverless::SimpleTable": simpleTableConverter,
  "AWS::StepFunctions::StateMachine": stateMachineConverter,
};
