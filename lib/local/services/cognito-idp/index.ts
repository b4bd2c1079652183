import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { cognitoAccess } from "./access";
import { cognitoOperations } from "./operations";
import { isPublicOperation } from "./operations/contract";
import { UserPools } from "./user-pools";

export const cognitoIdp = defineService({
  protocol: jsonProtocol("1.1"),
  operations: cognitoOperations,
  access: cognitoAccess,
  start: (context) => new UserPools(context),
  isRouteTarget: false,
  answersPages: isPublicOperation,
  endpointNames: ["COGNITO_IDENTITY_PROVIDER"],
});
