import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { isNamedPerRegion, resourceTypes } from "../../../facts/aws/resource-types";
import type { ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { camelCase } from "../../core/terraform/provider-kinds";
import { literalName } from "../../core/tokens/literal-name";
import { problem } from "../errors";

/** The credentials of a stack; the same for stacks of the same account. */
interface HasAccountKey {
  readonly accountKey: string;
  readonly region: string;
}

/**
 * Resources that have the same name in AWS. Names are ids that are joined by `-`, so that `B-C` in the stack `A` and `C` in `A-B` may have one.
 *
 * SQS, for one, answers the second creation with the queue of the first: both would be one queue.
 */
export function checkUniqueNames(root: IConstruct): ServerformError[] {
  const holders = new Map<string, IConstruct>();
  return constructsOfTree(root).flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { terraformResourceType: type, provider, count, forEach } = construct;
    const row = resourceTypes[type];
    // AWS takes a second creation as the first one, or refuses it.
    const attribute = row?.again === "another" || row?.name === undefined ? undefined : camelCase(row.name);
    if (attribute === undefined || count !== undefined || forEach !== undefined) return [];
    const name = literalName(Reflect.get(construct, `${attribute}Input`));
    if (name === undefined) return [];
    const { accountKey = construct.cdktfStack.node.path, region } =
      construct.cdktfStack as Partial<HasAccountKey>;
    const place = isNamedPerRegion(type) ? region : undefined;
    const key = JSON.stringify([type, name, accountKey, place, provider?.fqn]);
    const other = holders.get(key);
    if (other === undefined) {
      holders.set(key, construct);
      return [];
    }
    return [problem(construct, "name-taken", attribute, { value: name, other: other.node.path })];
  });
}
