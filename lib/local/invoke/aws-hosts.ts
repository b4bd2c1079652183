import { partitionOf } from "../../facts/aws/partitions";

/** The key of all endpoints of AWS in the hosts that functions reach elsewhere. Only signed requests are redirected. */
export const awsEndpoints = `*.${partitionOf("").dnsSuffix}`;

/** The header with the host of AWS of a redirected request whose `Host` cannot be set. */
export const namedHostHeader = "x-serverform-host";
