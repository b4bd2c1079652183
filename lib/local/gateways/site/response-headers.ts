import { block, blocks, flag, type Model, number, requireText, text, type Values } from "../../../model";

/** A header that a policy adds. */
interface AddedHeader {
  readonly name: string;
  readonly value: string;
  /** Whether it replaces a header of the origin. */
  readonly overrides: boolean;
}

/** The headers that a policy of response headers adds and removes. */
export interface ResponseHeaders {
  readonly added: readonly AddedHeader[];
  readonly removed: readonly string[];
}

/** The names and values of security headers by block of the policy. */
const security: Readonly<Record<string, (values: Values) => readonly [string, string | undefined]>> = {
  content_security_policy: (values) => ["content-security-policy", text(values, "content_security_policy")],
  content_type_options: () => ["x-content-type-options", "nosniff"],
  frame_options: (values) => ["x-frame-options", text(values, "frame_option")],
  referrer_policy: (values) => ["referrer-policy", text(values, "referrer_policy")],
  strict_transport_security: (values) => [
    "strict-transport-security",
    [
      `max-age=${number(values, "access_control_max_age_sec") ?? 0}`,
      ...(flag(values, "include_subdomains") === true ? ["includeSubDomains"] : []),
      ...(flag(values, "preload") === true ? ["preload"] : []),
    ].join("; "),
  ],
  xss_protection: (values) => [
    "x-xss-protection",
    flag(values, "protection") === true
      ? `1${flag(values, "mode_block") === true ? "; mode=block" : ""}`
      : "0",
  ],
};

/** The headers of a policy; none for a policy that is not in the app, such as one of AWS. */
export function readResponseHeaders(model: Model, id: string | undefined): ResponseHeaders {
  const policy =
    id === undefined ? undefined : model.find("aws_cloudfront_response_headers_policy", "id", id);
  const values = policy?.values;
  if (values === undefined) return { added: [], removed: [] };
  const config = block(values, "security_headers_config") ?? {};
  const own = Object.entries(security).flatMap(([name, read]): AddedHeader[] => {
    const found = block(config, name);
    if (found === undefined) return [];
    const [header, value] = read(found);
    return value === undefined ? [] : [{ name: header, value, overrides: flag(found, "override") === true }];
  });
  const custom = itemsOf(values, "custom_headers_config").map((each) => ({
    name: requireText(each, "header").toLowerCase(),
    value: requireText(each, "value"),
    overrides: flag(each, "override") === true,
  }));
  const removed = itemsOf(values, "remove_headers_config").map((each) =>
    requireText(each, "header").toLowerCase(),
  );
  return { added: [...own, ...custom], removed };
}

function itemsOf(values: Values, attribute: string): readonly Values[] {
  return blocks(block(values, attribute) ?? {}, "items");
}

/** The headers of a response with those of the policy. The names are in lower case. */
export function withPolicy<Value>(
  headers: Readonly<Record<string, Value>>,
  { added, removed }: ResponseHeaders,
): Record<string, Value | string> {
  const result: Record<string, Value | string> = { ...headers };
  for (const name of removed) delete result[name];
  for (const { name, value, overrides } of added) {
    if (overrides || result[name] === undefined) result[name] = value;
  }
  return result;
}
