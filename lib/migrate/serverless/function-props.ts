import { isArn } from "../../facts/aws/arns";
import { retentionDays, retentionLiterals } from "../../facts/aws/log-retention";
import { type TemplateScope, terraform, toValue } from "../cloudformation/intrinsics";
import { runtimeOf } from "../model/application";
import {
  Call,
  code,
  compact,
  duration,
  isList,
  isListCode,
  objectOf,
  optionalList,
  type Value,
  type ValueMap,
} from "../model/value";
import { type Fields, isAbsent, type SourceNode } from "../source";

/** Settings of `provider` and functions. Marks their keys as read. */
export function sharedFunctionProps(fields: Fields, scope: TemplateScope): ValueMap {
  const runtime = fields.take("runtime");
  const value = (key: string) => toValue(fields.take(key), scope);
  const architecture = fields.take("architecture")?.text;
  const retention = fields.take("logRetentionInDays");
  return {
    runtime: runtime === undefined ? undefined : runtimeOf(runtime.text, runtime.place, scope.findings),
    timeout: numberFrom(value("timeout")),
    memorySize: numberFrom(value("memorySize")),
    architecture: architecture === undefined ? undefined : architecture === "arm64" ? "arm_64" : "x86_64",
    logRetention: retention === undefined ? undefined : retentionOf(retention, scope),
    environmentEncryption: value("kmsKeyArn"),
    ...vpcProps(fields.take("vpc"), scope),
    layers: value("layers"),
  };
}

/** A number, which may be text. Sizes may have a unit: `1536MB`. */
export const numberFrom = (value: Value): Value =>
  typeof value === "string" && /^\d+\s*(MB)?$/i.test(value) ? Number.parseInt(value, 10) : value;

/** Subnets and security groups. The library also needs the VPC: that of the first subnet. */
export function vpcProps(
  node: SourceNode | undefined,
  scope: TemplateScope,
  subnetsKey = "subnetIds",
  groupsKey = "securityGroupIds",
): ValueMap {
  if (node === undefined || !node.isMap) return {};
  const subnets = toValue(node.get(subnetsKey), scope);
  const groups = toValue(node.get(groupsKey), scope);
  const first = isListCode(subnets)
    ? terraform("element", subnets, 0)
    : isList(subnets)
      ? subnets[0]
      : undefined;
  if (first === undefined) {
    scope.findings.todo(
      node.place,
      "The VPC of the functions was not translated: write `vpc` and `vpcSubnets`.",
    );
    return {};
  }
  const from = "@cdktf/provider-aws/lib/data-aws-subnet";
  const subnet = new Call(
    "new DataAwsSubnet",
    [code("stack"), "FunctionSubnet", { id: first }],
    [{ name: "DataAwsSubnet", from }],
  );
  return {
    vpc: new Call(".vpcId", [subnet]),
    vpcSubnets: subnets,
    securityGroups: groups === undefined || isList(groups) || isListCode(groups) ? groups : [groups],
  };
}

function retentionOf(node: SourceNode, { findings }: TemplateScope): string | undefined {
  const found = retentionLiterals.find((each) => String(retentionDays[each]) === node.text);
  if (found === undefined) findings.todo(node.place, `A retention of ${node.text} days was not translated.`);
  return found;
}

export function functionProps(fields: Fields, scope: TemplateScope): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  const tracing = fields.take("tracing")?.text;
  const url = fields.take("url");
  const provisioned = numberFrom(value("provisionedConcurrency"));
  const destinations = fields.take("destinations");
  return {
    handler: value("handler"),
    functionName: value("name"),
    description: value("description"),
    ...sharedFunctionProps(fields, scope),
    diskSize: numberFrom(value("ephemeralStorageSize")),
    reservedConcurrentExecutions: numberFrom(value("reservedConcurrency")),
    currentVersionOptions:
      provisioned === undefined ? undefined : { provisionedConcurrentExecutions: provisioned },
    tracing: tracing === undefined ? undefined : /^(true|Active)$/.test(tracing) ? "active" : "pass_through",
    url: url === undefined ? undefined : urlOf(url, scope),
    retryAttempts: numberFrom(value("maximumRetryAttempts")),
    maxEventAge: duration(value("maximumEventAge")),
    ...destinationsOf(destinations, scope),
    cdk: compact({ function: compact({ tags: value("tags") }) }),
  };
}

function urlOf(node: SourceNode, scope: TemplateScope): Value {
  if (!node.isMap) return node.isTrue ? true : undefined;
  const authorizer = node.get("authorizer");
  return compact({
    // A value that is known only at deployment counts as the one that protects.
    authorizer: authorizer === undefined || isAbsent(authorizer) ? undefined : "iam",
    streaming: node.get("invokeMode")?.text === "RESPONSE_STREAM" ? true : undefined,
    cors: node.get("cors") === undefined ? false : corsOf(node.get("cors"), scope),
  });
}

/** CORS of function URLs and HTTP APIs. */
export function corsOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined || !node.isMap) return node?.isTrue === true;
  const list = (key: string): Value => optionalList(toValue(node.get(key), scope));
  return compact({
    allowOrigins: list("allowedOrigins"),
    allowHeaders: list("allowedHeaders"),
    allowMethods: list("allowedMethods"),
    allowCredentials: node.get("allowCredentials")?.isTrue,
    exposeHeaders: list("exposedResponseHeaders"),
    maxAge: duration(toValue(node.get("maxAge"), scope)),
  });
}

function destinationsOf(node: SourceNode | undefined, scope: TemplateScope): ValueMap {
  if (node === undefined) return {};
  const target = (key: string): Value => {
    const each = node.get(key);
    const arn = toValue(each?.get("arn") ?? each, scope);
    // A plain name refers to another function of the service.
    return each !== undefined && typeof arn === "string" && !isArn(arn) ? objectOf(arn, each.place) : arn;
  };
  return { onSuccess: target("onSuccess"), onFailure: target("onFailure") };
}
