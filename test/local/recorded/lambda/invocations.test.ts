import * as sdk from "@aws-sdk/client-lambda";
import { type InvokeOutcome, parseFunctionName } from "../../../../lib/local";
import type { InvokeRequest } from "../../../../lib/local/invoke";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { lambda } from "../../../../lib/local/services/lambda";
import { serviceContext, startService } from "../../services/context";
import { TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { clientOf } from "../clients";
import { testConversations } from "../requests";

const fnArn = "arn:aws:lambda:us-east-1:123456789012:function:fn";

/** Functions that return nothing; there is one that is called fn. */
class OneFunction extends TestFunctions {
  override invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    const { functionArn } = request;
    const { arn = fnArn, name } = parseFunctionName(functionArn);
    if (name !== "fn" || arn !== fnArn) this.unknown.add(functionArn);
    return super.invoke(request);
  }
}

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

testConversations("lambda/invocations", async ({ resources = {} }) => {
  const context = serviceContext({ model: testModel(resources), functions: new OneFunction() });
  const service = await startService(router, "lambda", lambda, context);
  const client = new sdk.LambdaClient({ ...clientOf.options, endpoint: router.url });
  return clientOf(sdk, client, service);
});
