import { isValues } from "../../../model/values";
import type { DataSource } from "../config/config";
import { ResolverError } from "../utilities/signals";
import type { DataSourceServices } from "./data-source-call";
import { callDynamodb } from "./dynamodb";
import { callEventBridge } from "./event-bridge";
import { callFunction } from "./function";
import { callHttp } from "./http";
import { callRds } from "./rds";

/** Sends a handler's request to a data source. Refusals of the data source are a `ResolverError`. */
export async function callDataSource(
  source: DataSource,
  given: unknown,
  services: DataSourceServices,
): Promise<unknown> {
  const request = isValues(given) ? given : {};
  switch (source.type) {
    case "NONE":
      return request.payload ?? null;
    case "AWS_LAMBDA":
      return callFunction(source.functionArn, request, services);
    case "AMAZON_DYNAMODB":
      return callDynamodb(source.tableName, request, services);
    case "RELATIONAL_DATABASE":
      return callRds(source, request, services);
    case "HTTP":
      return callHttp(source, request, services);
    case "AMAZON_EVENTBRIDGE":
      return callEventBridge(source.busArn, request, services);
    default: {
      const text = `Data sources of the type ${source.kind} are not emulated, here ${source.name}.`;
      services.context.report({ event: "warning", text });
      throw new ResolverError(text, "NotEmulated");
    }
  }
}
