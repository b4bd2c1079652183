import { BlockList, isIPv6 } from "node:net";
import { matchesWildcard } from "../../../facts/aws/wildcards";
import type { Values } from "../../resources/model";
import { block, requireText } from "../../resources/values";

/** A request, as conditions see it. */
export interface BalancedRequest {
  readonly path: string;
  readonly host: string;
  readonly method: string;
  readonly sourceIp: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Still encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

export type RequestCondition = (request: BalancedRequest) => boolean;

/** Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html */
const readers = {
  path_pattern: (condition) => {
    const paths = valuesOf(condition, "path_pattern");
    return ({ path }) => paths.some((each) => matchesWildcard(each, path));
  },
  host_header: (condition) => {
    const hosts = valuesOf(condition, "host_header");
    return ({ host }) => hosts.some((each) => matchesAnyCase(each, host));
  },
  http_request_method: (condition) => {
    const methods = valuesOf(condition, "http_request_method");
    return ({ method }) => methods.includes(method);
  },
  source_ip: (condition) => {
    const sources = valuesOf(condition, "source_ip");
    return ({ sourceIp }) => inRanges(sources, sourceIp);
  },
  http_header: (condition) => {
    const name = requireText(block(condition, "http_header") ?? {}, "http_header_name").toLowerCase();
    const wanted = valuesOf(condition, "http_header");
    return ({ headers }) => wanted.some((each) => matchesAnyCase(each, headers[name] ?? ""));
  },
  query_string: ({ query_string: query }) => {
    const pairs = (Array.isArray(query) ? query : [query]) as readonly { key?: string; value?: string }[];
    return (request) =>
      pairs.some(({ key, value = "" } = {}) =>
        request.query.some(
          ([name, given]) => (key === undefined || matchesAnyCase(key, name)) && matchesAnyCase(value, given),
        ),
      );
  },
} satisfies Readonly<Record<string, (condition: Values) => RequestCondition>>;

/** Reads the one kind of condition that a block has. */
export function readCondition(condition: Values): RequestCondition {
  const found = Object.entries(readers).find(([kind]) => block(condition, kind) !== undefined);
  const [, read] = found ?? ["query_string", readers.query_string];
  return read(condition);
}

function valuesOf(condition: Values, kind: string): readonly string[] {
  const found = block(condition, kind)?.values;
  return Array.isArray(found) ? found.map(String) : [];
}

function matchesAnyCase(pattern: string, value: string): boolean {
  return matchesWildcard(pattern.toLowerCase(), value.toLowerCase());
}

function inRanges(ranges: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = isIPv6(network) ? "128" : "32"] = range.split("/");
    list.addSubnet(network, Number(prefix), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
