import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from "aws-lambda";

type Event = APIGatewayProxyEventV2WithLambdaAuthorizer<{ readonly name: string }>;

// The authorizer's policy has already decided who may do what.
export const read = async (event: Event) => ({ page: event.pathParameters?.page, reader: nameIn(event) });

export const write = async (event: Event) => ({ page: event.pathParameters?.page, writer: nameIn(event) });

const nameIn = ({ requestContext }: Event) => requestContext.authorizer.lambda.name;
