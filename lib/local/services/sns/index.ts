import { snsNamespace } from "../../../facts/aws/namespaces";
import { defineService } from "../contract/define-service";
import { queryProtocol } from "../contract/query-protocol";
import { withRequestTrace } from "../contract/request-trace";
import { ServiceModel } from "../contract/service-model";
import { snsAccess } from "./access";
import { snsOperations } from "./operations";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol(new ServiceModel("sns"), {
    namespace: snsNamespace,
    inputOf: (values, { headers }) => withRequestTrace(values, headers),
  }),
  operations: snsOperations,
  access: snsAccess,
  denial: { code: "AuthorizationError", status: 403 },
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
