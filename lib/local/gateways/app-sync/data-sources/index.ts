import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { byKind } from "../../../../facts/text/by-kind";
import { type DataSource, isValues, type Values } from "../../../../model";
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
  return answerOf(source, request, services);
}

const answerOf = byKind<
  DataSource,
  "type",
  [request: Values, services: DataSourceServices],
  Promise<unknown>
>("type", {
  NONE: async (_, request) => request.payload ?? null,
  AWS_LAMBDA: ({ functionArn }, request, services) => callFunction(functionArn, request, services),
  AMAZON_DYNAMODB: ({ tableName, region = "" }, request, services) =>
    callDynamodb(tableName, request, { ...services, region: region || services.region }),
  RELATIONAL_DATABASE: (source, request, services) => callRds(source, request, services),
  HTTP: (source, request, services) => callHttp(source, request, services),
  AMAZON_EVENTBRIDGE: ({ busArn }, request, services) => callEventBridge(busArn, request, services),
  OTHER: async ({ kind, name }, _, { context }) => {
    const text = `Data sources of the type ${kind} are not emulated, here ${name}.`;
    context.report({ event: "warning", text });
    throw new ResolverError(text, "NotEmulated");
  },
});

const nameOf = ({ name }: DataSource): string => name;

/** A data source in the list of routes. */
export const dataSourceName = byKind<DataSource, "type", [], string>("type", {
  NONE: nameOf,
  AWS_LAMBDA: ({ functionArn }) => functionNameInArn(functionArn),
  AMAZON_DYNAMODB: nameOf,
  RELATIONAL_DATABASE: nameOf,
  HTTP: nameOf,
  AMAZON_EVENTBRIDGE: nameOf,
  OTHER: nameOf,
});
