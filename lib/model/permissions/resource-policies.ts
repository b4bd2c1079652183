import { formatArn, isArn, parseArn } from "../../facts/aws/arns";
import { isServicePrincipal } from "../../facts/aws/principals";
import { type ResourceType, resourceTypes } from "../../facts/aws/resource-types";
import type { PolicyDocumentStatement } from "../iam/policy-document";
import type { Model, Resource, Values } from "../resources/model";
import { text } from "../resources/values";
import { statementsOrDenial } from "./statements-of";

interface PolicyHolder {
  readonly type: string;
  readonly policyOf: NonNullable<ResourceType["policyOf"]>;
}

const holders = Object.entries(resourceTypes).flatMap(([type, { policyOf }]): readonly PolicyHolder[] =>
  policyOf === undefined ? [] : [{ type, policyOf }],
);

/**
 * The ARN of a resource of a type, from an attribute by which others refer to it. The app need not declare it if the
 * attribute is its name.
 */
function arnOf(model: Model, type: string, by: string | undefined, named: string): string | undefined {
  const { name = "", texts = {} } = resourceTypes[type] ?? {};
  const found = text(model.find(type, by ?? name, named)?.values ?? {}, "arn");
  if (found !== undefined || by !== undefined) return found;
  const { partition, region, account } = model;
  const values: Readonly<Record<string, string>> = { partition, region, account, [name]: named };
  return texts.arn?.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");
}

/** The policy of a resource, or one of its policies, as the JSON declares it. */
export interface ResourcePolicyDocument {
  /** The ARN of the resource that the policy decides about. */
  readonly arn: string;
  /** The resource of the JSON that has the policy in it. */
  readonly holder: Resource;
  /** JSON text, or an object. */
  readonly document: unknown;
}

/** The policies of resources that a model declares. A resource may have several, such as a function with its permissions. */
export function resourcePolicyDocuments(model: Model): readonly ResourcePolicyDocument[] {
  const held = holders.flatMap(({ type, policyOf }) =>
    model.ofType(type).flatMap((holder): readonly ResourcePolicyDocument[] => {
      const named = text(holder.values, policyOf.attribute) ?? "";
      const arn = policyOf.type === undefined ? named : arnOf(model, policyOf.type, policyOf.by, named);
      const document = text(holder.values, "policy");
      return arn === undefined || document === undefined ? [] : [{ arn, holder, document }];
    }),
  );
  const permissions = model.ofType("aws_lambda_permission").map((holder): ResourcePolicyDocument => {
    const [arn, statement] = functionPermission(model, holder);
    return { arn, holder, document: { Version: "2012-10-17", Statement: [statement] } };
  });
  return [...held, ...permissions];
}

export class ModelResourcePolicies {
  private readonly documents: ReadonlyMap<string, readonly PolicyDocumentStatement[]>;

  constructor(model: Model) {
    const found = new Map<string, PolicyDocumentStatement[]>();
    for (const { arn, document } of resourcePolicyDocuments(model)) {
      found.set(arn, [...(found.get(arn) ?? []), ...statementsOrDenial(document, "resource")]);
    }
    this.documents = found;
  }

  /** The statements of the policy of a resource: of a bucket for its objects, of a function for its aliases. */
  of(arn: string): readonly PolicyDocumentStatement[] {
    return this.documents.get(arn) ?? this.documents.get(ownerArn(arn)) ?? [];
  }
}

/** The ARN of the resource whose policy decides about a part of it. */
function ownerArn(arn: string): string {
  const parts = parseArn(arn);
  if (parts?.service === "s3") return formatArn(parts, "s3", parts.resource.split("/", 1).join(""));
  if (parts?.service === "lambda") return formatArn(parts, "lambda", parts.resource.split(":", 2).join(":"));
  return arn;
}

/** A permission of a function as the statement that Lambda makes of it. */
function functionPermission(model: Model, { values, region }: Resource): readonly [string, object] {
  const named = text(values, "function_name") ?? "";
  const functionArn = isArn(named) ? named : formatArn({ ...model, region }, "lambda", `function:${named}`);
  const qualifier = text(values, "qualifier");
  const resource = qualifier === undefined ? functionArn : `${functionArn}:${qualifier}`;
  const principal = text(values, "principal") ?? "";
  return [
    ownerArn(functionArn),
    {
      Effect: "Allow",
      Action: text(values, "action") ?? "lambda:InvokeFunction",
      // Every version and alias runs the current code here.
      Resource: [resource, functionArn, `${ownerArn(functionArn)}:*`],
      Principal: principalElement(principal),
      ...conditionElement(values),
    },
  ];
}

function principalElement(principal: string): unknown {
  if (principal === "*") return "*";
  return isServicePrincipal(principal) ? { Service: principal } : { AWS: principal };
}

/**
 * The condition that Lambda writes for each argument.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html,
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
 */
const conditions = {
  source_arn: ["ArnLike", "AWS:SourceArn"],
  source_account: ["StringEquals", "AWS:SourceAccount"],
  principal_org_id: ["StringEquals", "aws:PrincipalOrgID"],
  event_source_token: ["StringEquals", "lambda:EventSourceToken"],
  function_url_auth_type: ["StringEquals", "lambda:FunctionUrlAuthType"],
  invoked_via_function_url: ["Bool", "lambda:InvokedViaFunctionUrl"],
} as const;

function conditionElement(values: Values): object {
  const operators: Record<string, Record<string, string>> = {};
  for (const [argument, [operator, key]] of Object.entries(conditions)) {
    const value = values[argument];
    // `false` adds no condition.
    if (typeof value !== "string" && value !== true) continue;
    operators[operator] = { ...operators[operator], [key]: String(value) };
  }
  return Object.keys(operators).length === 0 ? {} : { Condition: operators };
}
