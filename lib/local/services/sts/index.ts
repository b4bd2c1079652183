import { stsNamespace } from "../../../facts/aws/namespaces";
import { callerOfRequest } from "../../permissions/caller";
import { defineService } from "../contract/define-service";
import { queryProtocol } from "../contract/query-protocol";
import { ServiceModel } from "../contract/service-model";
import { type StsRequest, stsOperations } from "./operations";
import { StsRoles } from "./roles";

/** Credentials of roles. Each operation decides by the trust policy of the role. */
export const sts = defineService({
  protocol: queryProtocol(new ServiceModel("sts"), {
    namespace: stsNamespace,
    inputOf: (values, request, { context }: StsRoles): StsRequest => ({
      values,
      caller: callerOfRequest(request, context.accessKeys),
      access: request.access,
    }),
  }),
  operations: stsOperations,
  access: () => () => [],
  start: (context) => new StsRoles(context),
  isRouteTarget: false,
});
