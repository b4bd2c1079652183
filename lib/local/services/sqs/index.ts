import { requireText } from "../../model/values";
import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { sqsOperations } from "./operations";
import { SqsQueues } from "./queues";

export const sqs = defineService({
  protocol: jsonProtocol("1.0", "com.amazonaws.sqs#"),
  operations: sqsOperations,
  start: (context) => new SqsQueues(context),
  isRouteTarget: true,
  // SDKs send to the host in the URL of a queue, whatever their endpoint is.
  origins: (model) =>
    model.ofType("aws_sqs_queue").map(({ values }) => {
      const url = requireText(values, "url");
      return /^https?:\/\/[^/]+/.exec(url)?.[0] ?? url;
    }),
});
