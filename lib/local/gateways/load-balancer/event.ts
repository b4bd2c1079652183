import type { BalancerTarget } from "../../../model/gateways/load-balancer/config";
import { joinHeaders, multiValueHeaders } from "../../wire/request-headers";

/** The parts of a request in the event. */
export interface BalancedExchange {
  readonly method: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly added: Readonly<Record<string, string>>;
}

/** Bodies of these types are text; a body that is compressed is not. */
const textTypes = /^(text\/.*|application\/(json|javascript|xml))$/;

/**
 * The event of a request. Parameters of the query are not decoded.
 *
 * Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
 */
export function balancerEvent(
  { method, rawPath, rawQuery, rawHeaders, body, added }: BalancedExchange,
  { targetGroupArn, hasMultiValueHeaders }: BalancerTarget,
): string {
  const joined = joinHeaders(rawHeaders);
  const type = (joined["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isText = body.length === 0 || (textTypes.test(type) && joined["content-encoding"] === undefined);
  const query = rawQuery.split("&").flatMap((part) => {
    const [name = "", ...value] = part.split("=");
    return name === "" ? [] : [[name, value.join("=")] as const];
  });
  const several = multiValueHeaders(rawHeaders);
  return JSON.stringify({
    requestContext: { elb: { targetGroupArn } },
    httpMethod: method,
    path: rawPath,
    ...(hasMultiValueHeaders
      ? {
          multiValueQueryStringParameters: grouped(query),
          multiValueHeaders: {
            ...several,
            ...Object.fromEntries(Object.entries(added).map(([name, value]) => [name, [value]])),
          },
        }
      : {
          queryStringParameters: Object.fromEntries(query),
          // The last value of a header that is sent several times counts.
          headers: {
            ...Object.fromEntries(Object.entries(several).map(([name, all]) => [name, all.at(-1)])),
            ...added,
          },
        }),
    body: body.toString(isText ? "utf8" : "base64"),
    isBase64Encoded: !isText,
  });
}

function grouped(
  entries: readonly (readonly [string, string])[],
): Readonly<Record<string, readonly string[]>> {
  const all = new Map<string, string[]>();
  for (const [name, value] of entries) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries(all);
}
