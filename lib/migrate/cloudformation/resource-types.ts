import { wordsOf } from "../model/names";
import { dataTypes } from "./data-types";
import { gatewayTypes } from "./gateway-types";
import { networkTypes } from "./network-types";
import { providerClass } from "./provider-types";
import type { CloudFormationType, CloudFormationTypes } from "./resource-type";

/**
 * Resource types of CloudFormation, with the provider's classes.
 *
 * Sources: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html (what `Ref` and
 * `GetAtt` return) and https://registry.terraform.io/providers/hashicorp/aws/latest/docs.
 */
const resourceTypes: CloudFormationTypes = { ...gatewayTypes, ...networkTypes, ...dataTypes };

/** AWS CDK writes services in lower case. */
const byName = new Map(Object.entries(resourceTypes).map(([name, row]) => [name.toLowerCase(), row]));

/** The provider's class of a type: that of the table, or the one of the same name, `memorydb-cluster` of `AWS::MemoryDB::Cluster`. */
export function resourceTypeOf(type: string): CloudFormationType | undefined {
  const [, service = "", resource = ""] = type.split("::");
  // Modules of nested templates are not stacks of their own.
  if (service === "CloudFormation") return undefined;
  const kebab = (name: string): string => wordsOf(name).join("-");
  return (
    byName.get(type.toLowerCase()) ??
    [service.toLowerCase(), kebab(service)]
      .map((prefix): CloudFormationType => ({ module: `${prefix}-${kebab(resource)}` }))
      .find(({ module }) => providerClass(module) !== undefined)
  );
}
