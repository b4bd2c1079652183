import type {
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
} from "aws-lambda";
import { callerOf } from "serverform/node/caller";
import type { Directory } from "./directory";

/** The routes, over any directory. */
export function apiHandlers(directory: Directory, userPoolId: string) {
  const me = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
    const { claims, groups } = callerOf(event);
    return answer(200, { id: claims.sub, company: claims.company, groups });
  };

  // #region groups
  const list = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
    const { groups } = callerOf(event);
    if (!groups.includes("admins")) return answer(403, { message: "Only admins see all users" });
    return answer(200, await directory.listEmails(userPoolId));
  };
  // #endregion

  const identity = async ({ requestContext }: APIGatewayProxyEventV2WithIAMAuthorizer) => {
    // The types do not include identity pools here; callers with other credentials have no identity.
    const { cognitoIdentity } = requestContext.authorizer.iam as {
      readonly cognitoIdentity: { readonly identityId: string } | null;
    };
    return answer(200, { identityId: cognitoIdentity?.identityId });
  };

  return { me, list, identity };
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
