import { jsonOf } from "../../../facts/text/json";
import { valueAt } from "../../wire/value-at";
import type { SocketRoute, WebSocketApiConfig } from "./config";

/**
 * The route of a message: the one that the selection expression selects, or else `$default`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
 */
export function selectRoute(
  { selection, routes }: WebSocketApiConfig,
  body: string,
): SocketRoute | undefined {
  const named = selected(body, selection);
  const isOwn = named !== undefined && !["$connect", "$disconnect"].includes(named);
  return (isOwn ? routes.get(named) : undefined) ?? routes.get("$default");
}

function selected(body: string, path: string): string | undefined {
  const found = valueAt(jsonOf(body), path);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}
