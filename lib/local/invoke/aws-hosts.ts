import { partitionOf } from "../../facts/aws/partitions";

/** The key for all endpoints of AWS in the redirected hosts. Only signed requests are redirected. */
export const awsEndpoints = `*.${partitionOf("").dnsSuffix}`;

/** The header with the AWS host of a redirected request whose `Host` cannot be set. */
export const namedHostHeader = "x-serverform-host";
