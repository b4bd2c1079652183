/**
 * The name under which a header of an integration reaches the client. Only the gateway may ask for credentials.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function remappedName(name: string): string {
  return name === "www-authenticate" ? "x-amzn-remapped-www-authenticate" : name;
}
