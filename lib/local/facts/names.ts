import type { Model, Resource } from "../model/model";
import { nameOf } from "../model/values";
import { nameOfResource } from "../permissions/resource-names";
import { constructPathOf } from "../permissions/resource-of-arn";

/** The name of a resource for people: the path of its construct in the stack, or else its name in AWS. */
export function nameInApp(resource: Resource): string {
  if (resource.constructPath === undefined) return nameOf(resource);
  const [, ...parts] = constructPathOf(resource).split("/");
  return parts.length === 0 ? nameOf(resource) : parts.join("/");
}

/** The name of whatever an ARN or a pattern of ARNs names: `Notes (index/*)`, or the ARN where the app does not declare it. */
export function nameInAppOfArn(model: Model, arn: string): string {
  const named = nameOfResource(model, arn);
  if (named === arn || named.startsWith("arn:")) return named;
  // Paths of constructs begin with the stack.
  return named.replace(/^(the connections of )?[^/ ]+\//, "$1");
}
