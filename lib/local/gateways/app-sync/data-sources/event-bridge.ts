import { isValues } from "../../../../model";
import { ResolverError } from "../utilities/signals";
import { callService, type DataSourceServices, operationOf } from "./data-source-call";

/**
 * Sends events to a bus.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-reference-eventbridge-js.html
 */
export async function callEventBridge(
  busArn: string,
  request: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): Promise<unknown> {
  operationOf(request, ["PutEvents"]);
  const events: readonly unknown[] = Array.isArray(request.events) ? request.events : [];
  const Entries = events.map((each) => {
    const { source, detail, detailType, resources, time } = isValues(each) ? each : {};
    return {
      Source: source,
      Detail: typeof detail === "string" ? detail : JSON.stringify(detail ?? {}),
      DetailType: detailType,
      EventBusName: busArn,
      ...(Array.isArray(resources) && { Resources: resources }),
      ...(time !== undefined && time !== null && { Time: Date.parse(String(time)) / 1000 }),
    };
  });
  const answer = await callService(
    services,
    "events",
    { Entries },
    { "content-type": "application/x-amz-json-1.1", "x-amz-target": "AWSEvents.PutEvents" },
  );
  if ("result" in answer) return answer.result;
  throw new ResolverError(answer.message, `EventBridge:${answer.code}`);
}
