import { decodePart } from "../../../facts/text/query-string";
import { requestUrl } from "../../wire/received-request";
import type { Protocol } from "../contract/define-service";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { type OperationOf, ServiceModel } from "../contract/service-model";
import { invokedTarget } from "./function-name";

export type LambdaOperation = OperationOf<"lambda">;

function readRequest({ method, url, headers, body }: ServiceRequest) {
  const { pathname, searchParams } = requestUrl(url, "http://lambda");
  const { operation, target, detail } = find(method, pathname);
  const qualifier = searchParams.get("Qualifier") ?? undefined;
  const namesFunction = /^\/[^/]+\/functions\/./.test(pathname);
  return {
    /** Undefined for one that is not emulated. */
    operation,
    /** The target of the path: a function with its version or alias, an execution, or a callback. */
    target: operation !== undefined && namesFunction ? invokedTarget(target, qualifier) : target,
    /** A further part of the path: an alias. Empty for nothing. */
    detail,
    query: searchParams,
    body: body.toString("utf8"),
    /** Base64 of JSON. */
    clientContext: headers["x-amz-client-context"],
    /** Whether the caller wants the end of the log. */
    wantsLog: headers["x-amz-log-type"] === "Tail",
    /** `RequestResponse`, `Event` or `DryRun` */
    invocationType: headers["x-amz-invocation-type"] ?? "RequestResponse",
    /** The name that the caller gives to the execution of a durable function. */
    executionName: headers["x-amz-durable-execution-name"],
  };
}

/** A request to Lambda. */
export type LambdaRequest = Readonly<ReturnType<typeof readRequest>>;

/** Lambda's REST protocol: method and path select the operation. */
export const lambdaProtocol: Protocol<unknown, LambdaRequest, ServiceResponse> = {
  inputOf: readRequest,
  operationOf: (_, { operation }) => operation,
  describe: ({ method, url }) => {
    const { pathname, search } = requestUrl(url, "http://lambda");
    return nameOfOperation(method, pathname, search) ?? `${method} ${pathname}`;
  },
  respond: (response) => response,
  refuse: ({ status = 501, code, message }) => ({
    status,
    headers: { "content-type": "application/json", "x-amzn-errortype": code },
    body: JSON.stringify({ Type: "User", Message: message }),
  }),
};

export const lambdaModel = new ServiceModel("lambda");

/** An operation by its method and path. */
interface Route {
  readonly name: string;
  readonly method: string;
  /** Matches the path, for an operation that is not emulated with any version. */
  readonly pattern: RegExp;
  /** The query that distinguishes the operation from another one. Empty without it. */
  readonly search: string;
}

let known: Readonly<Record<"served" | "others", readonly Route[]>> | undefined;

function routes() {
  if (known !== undefined) return known;
  const { operations, inputs } = lambdaModel.content;
  const isServed = (name: string): boolean => Object.hasOwn(inputs, name);
  const all = Object.entries(operations).map(([name, address]): Route => {
    const [, method = "", version, path, search = ""] =
      /^(\w+) \/([^/]+)\/([^?]+)(\?.+)?$/.exec(String(address)) ?? [];
    const parts = path?.replace(/\{\w+\}/g, "([^/]+)");
    const pattern = new RegExp(`^/${isServed(name) ? version : "[^/]+"}/${parts}/?$`);
    return { name, method, pattern, search: search.slice(1) };
  });
  known = {
    served: all.filter(({ name }) => isServed(name)),
    // The one with a query comes before the one without.
    others: all.filter(({ name }) => !isServed(name)).sort((a, b) => b.search.length - a.search.length),
  };
  return known;
}

function find(method: string, path: string) {
  for (const { name, method: wanted, pattern } of routes().served) {
    const found = method === wanted ? pattern.exec(path) : undefined;
    if (found === undefined || found === null) continue;
    const [, target = "", detail = ""] = found;
    // The model has each row of the table.
    return { operation: name as LambdaOperation, target: decodePart(target), detail: decodePart(detail) };
  }
  return { operation: undefined, target: "", detail: "" };
}

/** The name of an operation, for its refusal. */
function nameOfOperation(method: string, path: string, query: string): string | undefined {
  return routes().others.find(
    (each) => each.method === method && each.pattern.test(path) && query.includes(each.search),
  )?.name;
}
