import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { operations } from "./operations";
import { KinesisStreams } from "./streams";

export const kinesis = defineService({
  protocol: jsonProtocol("1.1"),
  operations,
  start: (context) => new KinesisStreams(context),
  isRouteTarget: true,
});
