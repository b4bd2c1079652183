import { formatArn } from "../../facts/aws/arns";
import type { Model, Resource } from "../resources/model";
import { text } from "../resources/values";
import { grantsByType, type ResourceGrants } from "./grants";

/** A resource of the model that a permission can name, and the access that naming it gives. */
export interface GrantedResource {
  readonly resource: Resource;
  readonly grants: ResourceGrants;
}

/** The resource of the model that an ARN names, or whose part it names: the table of an index, the bucket of an object. */
export function resourceOfArn(model: Model, arn: string): GrantedResource | undefined {
  for (const [type, grants] of Object.entries(grantsByType)) {
    for (const resource of model.ofType(type)) {
      const isIt = ownArns(model, resource).some(
        (own) => arn === own || arn.startsWith(`${own}/`) || arn.startsWith(`${own}:`),
      );
      if (isIt) return { resource, grants };
    }
  }
  return undefined;
}

/** The part of a resource that an ARN names: the key of an object, `index/byDate`. Empty for the resource itself. */
export function constructPart(model: Model, resource: Resource, arn: string): string {
  const own = ownArns(model, resource).find((each) => arn.startsWith(each)) ?? arn;
  return arn.slice(own.length + 1);
}

/** Requests to an API have ARNs of a different service than the API itself. */
function ownArns({ partition, region, account }: Model, { type, values }: Resource): readonly string[] {
  const [arn, id] = [text(values, "arn"), text(values, "id")];
  const calls = formatArn({ partition, region, account }, "execute-api", id ?? "");
  return [...(arn === undefined ? [] : [arn]), ...(type.startsWith("aws_api") ? [calls] : [])];
}

/** Ids of the resource inside of a construct, in paths. */
const innerIds: ReadonlySet<string> = new Set([
  "Api",
  "Bucket",
  "Bus",
  "Cluster",
  "Function",
  "Parameter",
  "Project",
  "Queue",
  "Resource",
  "Stream",
  "Table",
  "Topic",
  "UserPool",
]);

/** The path of the construct that a resource belongs to; its address for a resource without one. */
export function constructPathOf({ constructPath, address }: Resource): string {
  if (constructPath === undefined) return address;
  const parts = constructPath.split("/");
  return parts.length > 2 && innerIds.has(parts.at(-1) ?? "") ? parts.slice(0, -1).join("/") : constructPath;
}
