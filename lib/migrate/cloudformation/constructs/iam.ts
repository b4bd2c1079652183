import type { Addition, ResourceModel } from "../../model/application";
import type { Place } from "../../model/place";
import {
  Call,
  code,
  compact,
  isList,
  isMap,
  json,
  objectOf,
  optionalList,
  referenceOf,
  type Value,
  type ValueMap,
} from "../../model/value";
import { itemsOf, type SourceNode } from "../../source";
import { type TemplateScope, terraform, toValue } from "../intrinsics";
import { type Converter, idOf, provided, tagMapOf, valueOf } from "./converter";

export const policyDocument = (statements: Value): Value => document({ Statement: statements });

const document = (value: Value): Value =>
  // A policy without a version has the version of 2008, which has no variables. CloudFormation does not add one either.
  json(isMap(value) && value.Version === undefined ? { Version: "2012-10-17", ...value } : value);

/** `AWS::IAM::Role`, with a resource for each of its policies. */
export const roleConverter: Converter = (source) => {
  const { name, properties, scope, place } = source;
  const trust = valueOf(source, "AssumeRolePolicyDocument");
  const role = provided(
    source,
    "iam-role",
    {
      name: valueOf(source, "RoleName"),
      path: valueOf(source, "Path"),
      description: valueOf(source, "Description"),
      maxSessionDuration: valueOf(source, "MaxSessionDuration"),
      permissionsBoundary: valueOf(source, "PermissionsBoundary"),
      assumeRolePolicy: document(trust),
      tags: tagMapOf(source),
    },
    { "": ".name", Arn: ".arn", RoleId: ".uniqueId" },
  );
  const managed = (properties.take("ManagedPolicyArns")?.items ?? []).map((each, index) =>
    attachment(`${name}Policy${index + 1}`, place, idOf(name, place), toValue(each, scope)),
  );
  const inline = (properties.take("Policies")?.items ?? []).map((each, index): ResourceModel => {
    const own = { name: `${name}Inline${index + 1}`, place: each.place };
    return provided(own, "iam-role-policy", {
      name: toValue(each.get("PolicyName"), scope),
      role: idOf(name, place),
      policy: document(toValue(each.get("PolicyDocument"), scope)),
    });
  });
  properties.finish();
  return [role, ...managed, ...inline];
};

/** A policy with an ARN, attached to a role. */
export const attachment = (name: string, place: Place, role: Value, policyArn: Value): ResourceModel =>
  provided({ name, place }, "iam-role-policy-attachment", { role, policyArn });

/** `AWS::IAM::Policy` (inline, of roles) and `AWS::IAM::ManagedPolicy`. */
export const policyConverter: Converter = (source) => {
  const { name, type, properties, scope, place } = source;
  const policy = document(valueOf(source, "PolicyDocument"));
  const roles = toValue(properties.take("Roles"), scope);
  const isManaged = type === "AWS::IAM::ManagedPolicy";
  const policyName = valueOf(source, isManaged ? "ManagedPolicyName" : "PolicyName");
  const description = isManaged ? valueOf(source, "Description") : undefined;
  const path = isManaged ? valueOf(source, "Path") : undefined;
  properties.finish();
  const targets = isList(roles) ? roles : [];
  if (!isManaged)
    return targets.map((role, index) =>
      provided({ name: index === 0 ? name : `${name}${index + 1}`, place }, "iam-role-policy", {
        name: policyName,
        role,
        policy,
      }),
    );
  return [
    provided(
      source,
      "iam-policy",
      { name: policyName, description, path, policy },
      { "": ".arn", PolicyArn: ".arn" },
    ),
    ...targets.map((role, index) => attachment(`${name}Role${index + 1}`, place, role, idOf(name, place))),
  ];
};

/** Policies of buckets, queues and topics become statements of the construct, which already has a policy. */
export const resourcePolicyConverter: Converter = (source) => {
  const { type, properties, scope, place } = source;
  const [owner = "", module = ""] = resourcePolicies[type] ?? [];
  const node = properties.take("PolicyDocument");
  const given = toValue(node?.get("Statement"), scope);
  const statements = (isList(given) ? given : [given]).map((each) =>
    isMap(each) && each.Condition !== undefined
      ? { ...each, Condition: conditionTexts(each.Condition) }
      : each,
  );
  const targets = properties.take(owner);
  properties.finish();
  return itemsOf(targets).map((each, index): ResourceModel | Addition => {
    const value = toValue(each, scope);
    const target = referenceOf(value)?.target;
    const name = index === 0 ? source.name : `${source.name}${index + 1}`;
    if (target !== undefined) return { target, place, method: "addToResourcePolicy", args: statements };
    return provided({ name, place }, module, {
      [policyTargets[module] ?? "arn"]: value,
      policy: document(toValue(node, scope)),
    });
  });
};

const resourcePolicies: Readonly<Record<string, readonly [string, string]>> = {
  "AWS::S3::BucketPolicy": ["Bucket", "s3-bucket-policy"],
  "AWS::SQS::QueuePolicy": ["Queues", "sqs-queue-policy"],
  "AWS::SNS::TopicPolicy": ["Topics", "sns-topic-policy"],
};

const policyTargets: Readonly<Record<string, string>> = {
  "s3-bucket-policy": "bucket",
  "sqs-queue-policy": "queueUrl",
  "sns-topic-policy": "arn",
};

/** A role of the template, for functions. A role of another stack is read by the name in its ARN. */
export function roleOf(
  node: SourceNode,
  owner: string,
  resources: readonly ResourceModel[],
  scope: TemplateScope,
): Value {
  const value = toValue(node, scope);
  const referred = referenceOf(value)?.target;
  const name = referred ?? node.text;
  if (name !== undefined && resources.some((each) => each.name === name && each.className === "IamRole"))
    return objectOf(name, node.place);
  if (referred === undefined && value !== undefined) {
    const last = typeof value === "string" ? value.slice(value.lastIndexOf("/") + 1) : undefined;
    const from = "@cdktf/provider-aws/lib/data-aws-iam-role";
    return new Call(
      "new DataAwsIamRole",
      [code("stack"), `${owner}ExistingRole`, { name: last ?? terraform("replace", value, "/^.*\\//", "") }],
      [{ name: "DataAwsIamRole", from }],
    );
  }
  scope.findings.todo(
    node.place,
    "The role of functions was not translated, each has its own: list what they need in `permissions`, or pass `role`.",
  );
  return undefined;
}

/** The keys of a statement in `permissions`, with those of IAM. */
export const statementKeys: Readonly<Record<string, string>> = {
  sid: "Sid",
  effect: "Effect",
  actions: "Action",
  notActions: "NotAction",
  resources: "Resource",
  notResources: "NotResource",
  conditions: "Condition",
};

const names = Object.fromEntries(Object.entries(statementKeys).map(([name, key]) => [key, name]));

/** Statements of a policy in the form of `permissions`: lists, and `Allow` left out. */
export function policyStatements(node: SourceNode | undefined, scope: TemplateScope): readonly Value[] {
  return itemsOf(node).map((each) => statement(toValue(each, scope)));
}

function statement(value: Value): Value {
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, Value] => {
    const name = names[key] ?? key;
    return [
      name,
      /ctions|esources/.test(name) ? optionalList(each) : name === "conditions" ? conditionTexts(each) : each,
    ];
  });
  const made = new Map(entries.filter(([key, each]) => !(key === "effect" && each === "Allow")));
  const ordered = Object.values(names).map((key) => [key, made.get(key)] as const);
  return compact(Object.fromEntries(ordered)) ?? value;
}

/** The values of conditions are texts: `true` is `"true"`. */
function conditionTexts(value: Value): Value {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (isList(value)) return value.map(conditionTexts);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, conditionTexts(each)]),
  ) as ValueMap;
}
