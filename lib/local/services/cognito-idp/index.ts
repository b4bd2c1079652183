import { text, type Values } from "../../../model";
import { type AccessOf, defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { isPublicOperation } from "./operation";
import { cognitoOperations } from "./operations";
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

/**
 * The permissions of an operation: none of one that a user's password, code or token allows, else those of the pool.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
function cognitoAccess(operation: string): AccessOf<UserPools, Values> {
  if (isPublicOperation(operation)) return () => [];
  return (input, arn) => {
    const id = text(input, "UserPoolId");
    const resource = id === undefined ? "*" : arn("cognito-idp", `userpool/${id}`);
    return [{ action: `cognito-idp:${operation}`, resource }];
  };
}
