import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from "aws-lambda";
import type { PartnerContext } from "./partner-check";

/** The products that a partner may sell; the authorizer has identified the partner. */
export async function get({ requestContext }: APIGatewayProxyEventV2WithLambdaAuthorizer<PartnerContext>) {
  const { partner, checkId } = requestContext.authorizer.lambda;
  return { partner, checkId, products: ["tea", "jam"] };
}
