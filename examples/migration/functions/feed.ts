import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from "aws-lambda";
import type { PartnerContext } from "./partner-check";

/** What a partner may sell; the authorizer has found out who it is. */
export async function get({ requestContext }: APIGatewayProxyEventV2WithLambdaAuthorizer<PartnerContext>) {
  const { partner, checkId } = requestContext.authorizer.lambda;
  return { partner, checkId, products: ["tea", "jam"] };
}
