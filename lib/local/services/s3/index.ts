import { defineService } from "../contract/define-service";
import { S3Buckets } from "./buckets";
import { s3Operations } from "./operations";
import { s3Protocol } from "./protocol";

export const s3 = defineService({
  protocol: s3Protocol,
  operations: s3Operations,
  start: (context) => new S3Buckets(context),
  isRouteTarget: true,
});
