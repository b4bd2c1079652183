import { createHash } from "node:crypto";
import { TerraformResource } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { resourceTypes } from "../../facts/aws/resource-types";
import { elementContent, Stack } from "../../kit/app";
import { resolveValue } from "../../kit/core";
import { policyTextParts } from "../../kit/iam";

/** The attributes of the API that a deployment contains; its name, description and endpoint take effect at once. */
const apiAttributes: ReadonlySet<string> = new Set([
  "api_key_source",
  "binary_media_types",
  "body",
  "disable_execute_api_endpoint",
  "minimum_compression_size",
  "parameters",
  "policy",
]);

/** Attributes that belong to Terraform or are labels. */
const unseen: ReadonlySet<string> = new Set([
  "//",
  "connection",
  "depends_on",
  "lifecycle",
  "provider",
  "provisioner",
  "tags",
  "tags_all",
]);

/**
 * The parts of an API in a stack, including those that the library did not create.
 *
 * For an API of another stack the id is compared as it was passed: APIs of two stacks may have the same address.
 */
export function deployedParts(
  stack: Construct,
  restApiId: string,
  isOfStack: boolean,
): readonly TerraformResource[] {
  const own = resolveValue(stack, restApiId);
  return stack.node
    .findAll()
    .filter(isPart)
    .filter((each) => {
      const { restApiIdInput } = each as unknown as { readonly restApiIdInput?: string | undefined };
      return restApiIdInput === restApiId || (isOfStack && resolveValue(stack, restApiIdInput) === own);
    });
}

/** A data source has the type name of its resource. */
function isPart(construct: IConstruct): construct is TerraformResource {
  return (
    TerraformResource.isTerraformResource(construct) &&
    resourceTypes[construct.terraformResourceType]?.isDeployed === true
  );
}

/** The content of a deployment. It does not depend on the order of declarations. */
export interface DeploymentContent {
  /** SHA-256 over all of it, with references as text. */
  readonly hash: string;
  /** References to resources that are not part of the API: functions, roles, user pools. */
  readonly references: readonly string[];
}

/** Reads the content of a deployment. `restApi` is undefined for an imported API, which this stack does not configure. */
export function deploymentContent(
  parts: readonly TerraformResource[],
  restApi: TerraformResource | undefined,
): DeploymentContent {
  const all = parts.map((part) => [addressOf(part), attributesOf(part, (key) => !unseen.has(key))] as const);
  if (restApi !== undefined) {
    all.push([addressOf(restApi), attributesOf(restApi, (key) => apiAttributes.has(key))] as const);
  }
  const sorted = all.sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify(sorted, sortKeys);
  return { hash: createHash("sha256").update(text).digest("hex"), references: referencesIn(sorted) };
}

function addressOf(resource: TerraformResource): string {
  return `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

function attributesOf(
  resource: TerraformResource,
  isSeen: (key: string) => boolean,
): Record<string, unknown> {
  const { resource: types } = elementContent(Stack.of(resource), resource) as {
    readonly resource: Record<string, Record<string, Record<string, unknown>>>;
  };
  const attributes = types[resource.terraformResourceType]?.[resource.friendlyUniqueId] ?? {};
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => isSeen(key)));
}

/** For `JSON.stringify`: objects with their keys in order. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function referencesIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const visit = (each: unknown): void => {
    if (typeof each === "string") {
      for (const { kind, text } of policyTextParts(each)) {
        const expression = text.slice(2, -1);
        if (kind === "reference" && !/^aws_api_gateway_\w+\.[\w-]+\.\w+$/.test(expression))
          found.add(expression);
      }
    } else if (typeof each === "object" && each !== null) {
      for (const member of Object.values(each)) visit(member);
    }
  };
  visit(value);
  return [...found].sort();
}
