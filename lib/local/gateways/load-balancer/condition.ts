import { BlockList, isIPv6 } from "node:net";
import type { Values } from "../../model/model";
import { block, requireText } from "../../model/values";

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
export function readCondition(condition: Values): RequestCondition {
  const values = (kind: string): readonly string[] | undefined => {
    const found = block(condition, kind)?.values;
    return Array.isArray(found) ? found.map(String) : undefined;
  };
  const [paths, hosts, methods] = [
    values("path_pattern"),
    values("host_header"),
    values("http_request_method"),
  ];
  if (paths !== undefined) return ({ path }) => paths.some((each) => matches(each, path));
  if (hosts !== undefined) return ({ host }) => hosts.some((each) => matches(each, host, "i"));
  if (methods !== undefined) return ({ method }) => methods.includes(method);
  const sources = values("source_ip");
  if (sources !== undefined) return ({ sourceIp }) => inRanges(sources, sourceIp);
  const header = block(condition, "http_header");
  if (header !== undefined) {
    const name = requireText(header, "http_header_name").toLowerCase();
    const wanted = values("http_header") ?? [];
    return ({ headers }) => wanted.some((each) => matches(each, headers[name] ?? "", "i"));
  }
  const query = condition.query_string;
  const pairs = (Array.isArray(query) ? query : [query]) as readonly { key?: string; value?: string }[];
  return (request) =>
    pairs.some(({ key, value = "" } = {}) =>
      request.query.some(
        ([name, given]) => (key === undefined || matches(key, name, "i")) && matches(value, given, "i"),
      ),
    );
}

/** `*` stands for any characters, `?` for one. */
function matches(pattern: string, value: string, flags = ""): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, `s${flags}`).test(value);
}

function inRanges(ranges: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = isIPv6(network) ? "128" : "32"] = range.split("/");
    list.addSubnet(network, Number(prefix), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
