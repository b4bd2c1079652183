import { decodePart } from "../../../facts/text/query-string";
import { requestUrl } from "../../wire/request-url";
import type { Protocol } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";
import { invokedTarget } from "./function-name";

/** A request to Lambda. */
export interface LambdaRequest {
  /** Undefined for one that is not emulated. */
  readonly operation: LambdaOperation | undefined;
  /** The target of the path: a function with its version or alias, an execution, or a callback. */
  readonly target: string;
  /** A further part of the path: an alias. Empty for nothing. */
  readonly detail: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** `RequestResponse`, `Event` or `DryRun` */
  readonly invocationType: string;
  /** Base64 of JSON. */
  readonly clientContext: string | undefined;
  /** Whether the caller wants the end of the log. */
  readonly wantsLog: boolean;
  /** The name that the caller gives to the execution of a durable function. */
  readonly executionName: string | undefined;
}

/** The operations, each by its method and path. */
const paths = {
  Invoke: ["POST", /^\/2015-03-31\/functions\/([^/]+)\/invocations$/],
  InvokeWithResponseStream: ["POST", /^\/2021-11-15\/functions\/([^/]+)\/response-streaming-invocations$/],
  GetFunction: ["GET", /^\/2015-03-31\/functions\/([^/]+)$/],
  GetFunctionConfiguration: ["GET", /^\/2015-03-31\/functions\/([^/]+)\/configuration$/],
  GetFunctionConcurrency: ["GET", /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/],
  GetFunctionUrlConfig: ["GET", /^\/2021-10-31\/functions\/([^/]+)\/url$/],
  GetAlias: ["GET", /^\/2015-03-31\/functions\/([^/]+)\/aliases\/([^/]+)$/],
  ListAliases: ["GET", /^\/2015-03-31\/functions\/([^/]+)\/aliases$/],
  ListFunctions: ["GET", /^\/2015-03-31\/functions\/?()$/],
  GetEventSourceMapping: ["GET", /^\/2015-03-31\/event-source-mappings\/([^/]+)$/],
  ListEventSourceMappings: ["GET", /^\/2015-03-31\/event-source-mappings\/?()$/],
  ListTags: ["GET", /^\/2017-03-31\/tags\/([^/]+)$/],
  CheckpointDurableExecution: ["POST", /^\/2025-12-01\/durable-executions\/([^/]+)\/checkpoint$/],
  GetDurableExecution: ["GET", /^\/2025-12-01\/durable-executions\/([^/]+)$/],
  GetDurableExecutionState: ["GET", /^\/2025-12-01\/durable-executions\/([^/]+)\/state$/],
  ListDurableExecutionsByFunction: ["GET", /^\/2025-12-01\/functions\/([^/]+)\/durable-executions$/],
  StopDurableExecution: ["POST", /^\/2025-12-01\/durable-executions\/([^/]+)\/stop$/],
  SendDurableExecutionCallbackSuccess: [
    "POST",
    /^\/2025-12-01\/durable-execution-callbacks\/([^/]+)\/succeed$/,
  ],
  SendDurableExecutionCallbackFailure: ["POST", /^\/2025-12-01\/durable-execution-callbacks\/([^/]+)\/fail$/],
  SendDurableExecutionCallbackHeartbeat: [
    "POST",
    /^\/2025-12-01\/durable-execution-callbacks\/([^/]+)\/heartbeat$/,
  ],
} as const;

export type LambdaOperation = keyof typeof paths;

/** Lambda's REST protocol: method and path select the operation. */
export const lambdaProtocol: Protocol<unknown, LambdaRequest, ServiceResponse> = {
  inputOf: ({ method, url, headers, body }) => {
    const { pathname, searchParams } = requestUrl(url, "http://lambda");
    const { operation, target, detail } = find(method, pathname);
    const qualifier = searchParams.get("Qualifier") ?? undefined;
    const namesFunction = /^\/[^/]+\/functions\/./.test(pathname);
    return {
      operation,
      target: operation !== undefined && namesFunction ? invokedTarget(target, qualifier) : target,
      detail,
      query: searchParams,
      body: body.toString("utf8"),
      clientContext: headers["x-amz-client-context"],
      wantsLog: headers["x-amz-log-type"] === "Tail",
      invocationType: headers["x-amz-invocation-type"] ?? "RequestResponse",
      executionName: headers["x-amz-durable-execution-name"],
    };
  },
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

function find(method: string, path: string): Pick<LambdaRequest, "operation" | "target" | "detail"> {
  for (const [name, [wanted, pattern]] of Object.entries(paths)) {
    const found = method === wanted ? pattern.exec(path) : undefined;
    if (found === undefined || found === null) continue;
    const [, target = "", detail = ""] = found;
    return {
      operation: name as LambdaOperation,
      target: decodePart(target),
      detail: decodePart(detail),
    };
  }
  return { operation: undefined, target: "", detail: "" };
}

/** The operations that are not emulated, by method and path without the version; a star stands for a name. */
const names: Readonly<Record<string, string>> = {
  "POST layers/*/versions/*/policy": "AddLayerVersionPermission",
  "POST functions/*/policy": "AddPermission",
  "POST functions/*/aliases": "CreateAlias",
  "POST capacity-providers": "CreateCapacityProvider",
  "POST code-signing-configs": "CreateCodeSigningConfig",
  "POST event-source-mappings": "CreateEventSourceMapping",
  "POST functions": "CreateFunction",
  "POST functions/*/url": "CreateFunctionUrlConfig",
  "DELETE functions/*/aliases/*": "DeleteAlias",
  "DELETE capacity-providers/*": "DeleteCapacityProvider",
  "DELETE code-signing-configs/*": "DeleteCodeSigningConfig",
  "DELETE event-source-mappings/*": "DeleteEventSourceMapping",
  "DELETE functions/*": "DeleteFunction",
  "DELETE functions/*/code-signing-config": "DeleteFunctionCodeSigningConfig",
  "DELETE functions/*/concurrency": "DeleteFunctionConcurrency",
  "DELETE functions/*/event-invoke-config": "DeleteFunctionEventInvokeConfig",
  "DELETE functions/*/url": "DeleteFunctionUrlConfig",
  "DELETE layers/*/versions/*": "DeleteLayerVersion",
  "DELETE functions/*/provisioned-concurrency": "DeleteProvisionedConcurrencyConfig",
  "DELETE resource-policy/*": "DeleteResourcePolicy",
  "GET account-settings": "GetAccountSettings",
  "GET capacity-providers/*": "GetCapacityProvider",
  "GET code-signing-configs/*": "GetCodeSigningConfig",
  "GET durable-executions/*/history": "GetDurableExecutionHistory",
  "GET functions/*/code-signing-config": "GetFunctionCodeSigningConfig",
  "GET functions/*/event-invoke-config": "GetFunctionEventInvokeConfig",
  "GET functions/*/recursion-config": "GetFunctionRecursionConfig",
  "GET functions/*/function-scaling-config": "GetFunctionScalingConfig",
  "GET layers/*/versions/*": "GetLayerVersion",
  "GET layers?find=LayerVersion": "GetLayerVersionByArn",
  "GET layers/*/versions/*/policy": "GetLayerVersionPolicy",
  "GET functions/*/policy": "GetPolicy",
  "GET functions/*/provisioned-concurrency": "GetProvisionedConcurrencyConfig",
  "GET resource-policy/*": "GetResourcePolicy",
  "GET functions/*/runtime-management-config": "GetRuntimeManagementConfig",
  "POST functions/*/invoke-async": "InvokeAsync",
  "GET capacity-providers": "ListCapacityProviders",
  "GET code-signing-configs": "ListCodeSigningConfigs",
  "GET functions/*/event-invoke-config/list": "ListFunctionEventInvokeConfigs",
  "GET functions/*/urls": "ListFunctionUrlConfigs",
  "GET capacity-providers/*/function-versions": "ListFunctionVersionsByCapacityProvider",
  "GET code-signing-configs/*/functions": "ListFunctionsByCodeSigningConfig",
  "GET layers/*/versions": "ListLayerVersions",
  "GET layers": "ListLayers",
  "GET functions/*/provisioned-concurrency?List=ALL": "ListProvisionedConcurrencyConfigs",
  "GET functions/*/versions": "ListVersionsByFunction",
  "POST layers/*/versions": "PublishLayerVersion",
  "POST functions/*/versions": "PublishVersion",
  "PUT functions/*/code-signing-config": "PutFunctionCodeSigningConfig",
  "PUT functions/*/concurrency": "PutFunctionConcurrency",
  "PUT functions/*/event-invoke-config": "PutFunctionEventInvokeConfig",
  "PUT functions/*/recursion-config": "PutFunctionRecursionConfig",
  "PUT functions/*/function-scaling-config": "PutFunctionScalingConfig",
  "PUT functions/*/provisioned-concurrency": "PutProvisionedConcurrencyConfig",
  "PUT resource-policy/*": "PutResourcePolicy",
  "PUT functions/*/runtime-management-config": "PutRuntimeManagementConfig",
  "DELETE layers/*/versions/*/policy/*": "RemoveLayerVersionPermission",
  "DELETE functions/*/policy/*": "RemovePermission",
  "POST tags/*": "TagResource",
  "DELETE tags/*": "UntagResource",
  "PUT functions/*/aliases/*": "UpdateAlias",
  "PUT capacity-providers/*": "UpdateCapacityProvider",
  "PUT code-signing-configs/*": "UpdateCodeSigningConfig",
  "PUT event-source-mappings/*": "UpdateEventSourceMapping",
  "PUT functions/*/code": "UpdateFunctionCode",
  "PUT functions/*/configuration": "UpdateFunctionConfiguration",
  "POST functions/*/event-invoke-config": "UpdateFunctionEventInvokeConfig",
  "PUT functions/*/url": "UpdateFunctionUrlConfig",
};

/**
 * The name of an operation, for its refusal.
 *
 * @param search - the query of the request, which distinguishes two operations
 */
function nameOfOperation(method: string, path: string, search: string): string | undefined {
  const parts = path.split("/").slice(2);
  const shapes = Object.keys(names).filter((shape) => {
    const [verb, ...rest] = shape.split(" ");
    const wanted = (rest.join(" ").split("?")[0] ?? "").split("/");
    return (
      verb === method &&
      wanted.length === parts.length &&
      wanted.every((each, index) => each === "*" || each === parts[index])
    );
  });
  // The shapes with a query come before those without.
  const found = shapes.find((shape) => shape.includes("?") && search.includes(shape.split("?")[1] ?? ""));
  return names[found ?? shapes.find((shape) => !shape.includes("?")) ?? ""];
}
