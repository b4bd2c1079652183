import { dataTypes } from "./data-types";
import { gatewayTypes } from "./gateway-types";
import { networkTypes } from "./network-types";
import type { ResourceTypes } from "./resource-type";

/**
 * Resource types of CloudFormation, with the provider's classes.
 *
 * Sources: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html (what `Ref` and
 * `GetAtt` return) and https://registry.terraform.io/providers/hashicorp/aws/latest/docs.
 */
export const resourceTypes: ResourceTypes = { ...gatewayTypes, ...networkTypes, ...dataTypes };
