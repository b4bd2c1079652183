import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { kinesisAccess } from "./access";
import { kinesisOperations } from "./operations";
import { KinesisStreams } from "./streams";

export const kinesis = defineService({
  protocol: jsonProtocol("1.1", { missing: "ValidationException" }, new ServiceModel("kinesis")),
  operations: kinesisOperations,
  access: kinesisAccess,
  start: (context) => new KinesisStreams(context),
  isRouteTarget: true,
});
