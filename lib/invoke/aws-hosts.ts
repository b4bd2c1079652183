/** The key of all endpoints of AWS in the hosts that functions reach elsewhere. Only signed requests are redirected. */
export const awsEndpoints = "*.amazonaws.com";

/** The header with the host of AWS of a redirected request whose `Host` cannot be set. */
export const namedHostHeader = "x-serverform-host";

/** Domains of endpoints, as a regular expression that JavaScript and Python read. */
export const awsDomains =
  "(?:amazonaws\\.com(?:\\.cn)?|api\\.aws|amazonaws\\.eu|api\\.amazonwebservices\\.com\\.cn)";

const pattern = new RegExp(`^(?<labels>[a-z0-9._-]+?)\\.${awsDomains}$`);

/**
 * The labels of an endpoint of AWS before its domain: `sqs` and `us-east-1`. Undefined for other hosts.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/rande.html
 */
export function awsLabels(host: string): readonly string[] | undefined {
  return pattern.exec(host)?.groups?.labels?.split(".");
}
