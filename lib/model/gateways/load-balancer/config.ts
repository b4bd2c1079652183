import { BlockList, isIPv6 } from "node:net";
import { matchesWildcard } from "../../../facts/aws/wildcards";
import type { Model, Resource, Values } from "../../resources/model";
import { block, blocks, flag, number, requireText, text } from "../../resources/values";

/** Requests that a listener forwards to a function. */
export interface BalancerRule {
  /** Its paths, for the list of routes: `/notes/*`. */
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  readonly conditions: readonly RequestCondition[];
  readonly target: BalancerTarget | undefined;
}

export interface BalancerTarget {
  readonly functionArn: string;
  readonly targetGroupArn: string;
  readonly hasMultiValueHeaders: boolean;
}

/** A listener that leads to functions. */
export interface BalancerConfig {
  readonly name: string;
  /** In the order in which they are tried. */
  readonly rules: readonly BalancerRule[];
}

/** Listeners with rules for functions, each as its first rule: the listener itself is often in no file. */
export function listenerResources(model: Model): readonly Resource[] {
  const first = new Map<string, Resource>();
  for (const rule of model.ofType("aws_lb_listener_rule")) {
    const listener = requireText(rule.values, "listener_arn");
    if (!first.has(listener) && readRule(model, rule.values).target !== undefined) first.set(listener, rule);
  }
  return [...first.values()];
}

export function readListener(model: Model, { values }: Resource): BalancerConfig {
  const listener = requireText(values, "listener_arn");
  const rules = model
    .ofType("aws_lb_listener_rule")
    .filter((each) => each.values.listener_arn === listener)
    // AWS gives rules without a priority the next ones.
    .map((each) => ({ each, priority: number(each.values, "priority") ?? Number.POSITIVE_INFINITY }))
    .sort((left, right) => (left.priority === right.priority ? 0 : left.priority - right.priority))
    .map(({ each }) => readRule(model, each.values));
  return { name: nameOf(listener), rules };
}

function readRule(model: Model, values: Values): BalancerRule {
  const all = blocks(values, "condition");
  const allValues = (kind: string): readonly string[] => all.flatMap((each) => valuesOf(each, kind));
  const forward = blocks(values, "action").find((action) => text(action, "type") === "forward");
  const groupArn = forward && text(forward, "target_group_arn");
  return {
    paths: allValues("path_pattern"),
    methods: allValues("http_request_method"),
    conditions: all.map(readCondition),
    target: groupArn === undefined ? undefined : readTarget(model, groupArn),
  };
}

function readTarget(model: Model, targetGroupArn: string): BalancerTarget | undefined {
  const group = model.find("aws_lb_target_group", "arn", targetGroupArn);
  const target = model.find("aws_lb_target_group_attachment", "target_group_arn", targetGroupArn);
  if (group === undefined || target === undefined || text(group.values, "target_type") !== "lambda") {
    return undefined;
  }
  return {
    functionArn: requireText(target.values, "target_id"),
    targetGroupArn,
    hasMultiValueHeaders: flag(group.values, "lambda_multi_value_headers_enabled") ?? false,
  };
}

/** `web` of `arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2`. */
const nameOf = (listenerArn: string): string => listenerArn.split("/")[2] ?? listenerArn;

/** The parts of a request that conditions test. */
interface BalancedRequest {
  readonly path: string;
  readonly host: string;
  readonly method: string;
  readonly sourceIp: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Still encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

type RequestCondition = (request: BalancedRequest) => boolean;

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
function readCondition(condition: Values): RequestCondition {
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
