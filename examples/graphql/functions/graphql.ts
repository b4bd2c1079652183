import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { GraphQLHandler } from "serverform/node/graphql";
import { type ReviewContext, schema } from "../graphql/schema";
import { tableStore } from "./store";

type Event = APIGatewayProxyEventV2 | APIGatewayProxyEventV2WithJWTAuthorizer;

// #region handler
const store = tableStore(process.env.TABLE_NAME ?? "");

export const handler = GraphQLHandler({
  schema,
  context: ({ event }: { readonly event: Event }): ReviewContext => ({ store, member: memberOf(event) }),
});
// #endregion

/** The gateway has checked the token; a route without one has no caller to name. */
function memberOf({ requestContext }: Event): string | undefined {
  if (!("authorizer" in requestContext)) return undefined;
  const { sub } = requestContext.authorizer.jwt.claims;
  return typeof sub === "string" ? sub : undefined;
}
