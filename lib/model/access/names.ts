import { apiOfConnection, withoutExampleAccount } from "../permissions/resource-names";
import { constructPart, constructPathOf, resourceOfArn } from "../permissions/resource-of-arn";
import type { Model, Resource } from "../resources/model";

/** The name of a resource for people: the path of its construct in the stack, or else its name in AWS. */
export function nameInApp(resource: Resource): string {
  const { constructPath, type, name, values } = resource;
  const inService = [values.bucket, values.name, values.function_name, values.cluster_identifier].find(
    (each) => typeof each === "string" && each !== "",
  );
  const unnamed = typeof inService === "string" ? inService : `${type}.${name}`;
  if (constructPath === undefined) return unnamed;
  const [, ...parts] = constructPathOf(resource).split("/");
  return parts.length === 0 ? unnamed : parts.join("/");
}

/** The name of the resource of an ARN or a pattern of ARNs: `Notes (index/*)`, or the ARN if the app does not declare it. */
export function nameInAppOfArn(model: Model, arn: string): string {
  const api = apiOfConnection(model, arn);
  if (api !== undefined) return `the connections of ${nameInApp(api)}`;
  const found = resourceOfArn(model, arn);
  if (found === undefined) return withoutExampleAccount(arn);
  const part = constructPart(model, found.resource, arn);
  return part === "" ? nameInApp(found.resource) : `${nameInApp(found.resource)} (${part})`;
}
