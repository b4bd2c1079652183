import { endpointHost } from "../../../facts/aws/partitions";
import { type Model, text } from "../../../model";
import { type AccessOf, defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { Identities } from "./identities";
import { type IdentityInput, identityOperations } from "./operations";

const protocol = jsonProtocol("1.1", {}, new ServiceModel("cognito-identity"));

/**
 * The operations that apps call without credentials of AWS.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-identity.html
 */
const publicOperations: ReadonlySet<string> = new Set([
  "GetId",
  "GetCredentialsForIdentity",
  "GetOpenIdToken",
  "UnlinkIdentity",
]);

const accessOf =
  (operation: string): AccessOf<Identities, IdentityInput> =>
  ({ values }, arn) => {
    if (publicOperations.has(operation)) return [];
    const pool = text(values, "IdentityPoolId");
    const resource = pool === undefined ? "*" : arn("cognito-identity", `identitypool/${pool}`);
    return [{ action: `cognito-identity:${operation}`, resource }];
  };

/** Identity pools: credentials of AWS for the users of an app. */
export const cognitoIdentity = defineService({
  protocol: {
    ...protocol,
    inputOf: (request, resources: Identities): IdentityInput => ({
      values: protocol.inputOf(request, resources),
      access: request.access,
    }),
    operationOf: ({ operation }) => operation,
  },
  operations: identityOperations,
  access: accessOf,
  start: (context) => new Identities(context),
  isRouteTarget: false,
  // Pages have the address in their scripts.
  origins: ({ region }: Model) => [`https://${endpointHost("cognito-identity", region)}`],
  answersPages: (operation) => publicOperations.has(operation),
});
