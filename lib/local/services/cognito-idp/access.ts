import type { Values } from "../../../model/resources/model";
import { text } from "../../../model/resources/values";
import type { AccessOf } from "../contract/define-service";
import { isPublicOperation } from "./operations/contract";
import type { UserPools } from "./user-pools";

/**
 * The permissions of an operation: none of one that a user's password, code or token allows, else those of the pool.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
export function cognitoAccess(operation: string): AccessOf<UserPools, Values> {
  if (isPublicOperation(operation)) return () => [];
  return (input, arn) => {
    const id = text(input, "UserPoolId");
    const resource = id === undefined ? "*" : arn("cognito-idp", `userpool/${id}`);
    return [{ action: `cognito-idp:${operation}`, resource }];
  };
}
