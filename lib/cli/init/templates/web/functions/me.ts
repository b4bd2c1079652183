import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";

/** Answers users who have signed in. */
export const handler = async ({ requestContext }: APIGatewayProxyEventV2WithJWTAuthorizer) => ({
  user: requestContext.authorizer.jwt.claims.username,
});
