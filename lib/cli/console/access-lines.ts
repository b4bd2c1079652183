import { parseObject } from "../project/json";

/** A request in the access log of a stage of API Gateway. */
export interface AccessLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs: number;
  /** The id that the integration has given to its part: for a function, that of the invocation. */
  readonly integrationRequestId?: string;
}

/** Reads a line in the format that the library writes by default; undefined for one without the id of a request. */
export function parseAccessLine(message: string): AccessLine | undefined {
  const line = parseObject(message.trim()) ?? {};
  const text = (key: string): string | undefined => {
    const value = line[key];
    // API Gateway writes "-" for a variable without a value.
    return typeof value === "string" && value !== "" && value !== "-" ? value : undefined;
  };
  const requestId = text("requestId");
  if (requestId === undefined) return undefined;
  const method = text("httpMethod") ?? text("eventType") ?? "";
  const resource = text("resourcePath");
  const route = text("routeKey") ?? (resource && `${method} ${resource}`);
  const integrationRequestId = text("integrationRequestId");
  const status = Number(line.status);
  return {
    requestId,
    method,
    path: text("path") ?? route ?? "",
    ...(route !== undefined && { route }),
    ...(status > 0 && { status }),
    durationMs: Number(line.responseLatency ?? line.integrationLatency) || 0,
    ...(integrationRequestId !== undefined && { integrationRequestId }),
  };
}
