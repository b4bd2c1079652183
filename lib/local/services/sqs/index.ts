import { type Model, requireText } from "../../../model";
import { defineService } from "../contract/define-service";
import { jsonInput, jsonProtocol } from "../contract/json-protocol";
import { withRequestTrace } from "../contract/request-trace";
import type { ServiceKind } from "../contract/service";
import { sqsAccess } from "./access";
import { sqsOperations } from "./operations";
import { jsonCodeOf, queryCodeOf, sqsQueryProtocol } from "./query-protocol";
import { SqsQueues } from "./queues";

const definition = {
  operations: sqsOperations,
  access: sqsAccess,
  denial: { code: "AccessDenied", status: 403 },
  isRouteTarget: true,
  // SDKs send to the host in the URL of a queue, regardless of their endpoint.
  origins: (model: Model) =>
    model.ofType("aws_sqs_queue").map(({ values }) => {
      const url = requireText(values, "url");
      return /^https?:\/\/[^/]+/.exec(url)?.[0] ?? url;
    }),
};

const withJson = defineService({
  ...definition,
  protocol: {
    ...jsonProtocol("1.0", {
      prefix: "com.amazonaws.sqs#",
      codes: { json: jsonCodeOf, query: queryCodeOf },
    }),
    inputOf: ({ body, headers }) => withRequestTrace(jsonInput(body), headers),
  },
  start: (context) => new SqsQueues(context),
});

export const sqs: ServiceKind<SqsQueues> = {
  ...withJson,
  start: async (context) => {
    const json = await withJson.start(context);
    const { resources } = json;
    const forms = await defineService({
      ...definition,
      protocol: sqsQueryProtocol,
      start: () => resources,
    }).start(context);
    return {
      resources,
      handle: (request) => (request.headers["x-amz-target"] === undefined ? forms : json).handle(request),
    };
  },
};
