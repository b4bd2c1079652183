import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import { sendRequest } from "../../send-request";
import { ResolverError } from "../utilities/signals";
import { type DataSourceServices, operationOf, serviceUrl } from "./data-source-call";

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
  const { status, body } = await sendRequest({
    url: new URL(serviceUrl(services, "events")),
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": "AWSEvents.PutEvents" },
    body: JSON.stringify({ Entries }),
    signing: { region: services.region, service: "events", credentials: services.credentials },
    signal: services.signal,
  });
  const answer = jsonOf(body.toString("utf8"));
  const { __type: type, message, Message, ...result } = isValues(answer) ? answer : {};
  if (status === 200) return result;
  const code = String(type ?? status)
    .split("#")
    .at(-1);
  throw new ResolverError(String(message ?? Message ?? code), `EventBridge:${code}`);
}
