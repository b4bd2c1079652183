import { Config, Function, RestV1Api, type StackContext } from "serverform";

export function Service({ stack }: StackContext) {
  const { ADMIN_TOKEN_HASH } = Config.Parameter.create(stack, {
    // SHA-256 of the token that may change readings; the token itself is in no file.
    ADMIN_TOKEN_HASH: process.env.ADMIN_TOKEN_HASH ?? "0".repeat(64),
  });
  const authorizer = new Function(stack, "Authorizer", {
    handler: "functions/authorizer.handler",
    bind: [ADMIN_TOKEN_HASH],
  });
  const api = new RestV1Api(stack, "Api", {
    authorizers: {
      admin: {
        type: "fn_token",
        function: authorizer,
        // The gateway answers 401 without a bearer token, and does not invoke the function.
        validationRegex: "^Bearer [A-Za-z0-9._~+/-]+=*$",
      },
    },
    routes: {
      "GET /stations": { function: "functions/weather.stations", cdk: { method: { apiKeyRequired: true } } },
      "GET /stations/{id}": {
        function: "functions/weather.reading",
        cdk: { method: { apiKeyRequired: true } },
      },
      "PUT /stations/{id}": { authorizer: "admin", function: "functions/weather.check" },
    },
  });
  const { restApi } = api.cdk;
  const free = restApi.addUsagePlan("Free", {
    throttle: { rateLimit: 5, burstLimit: 10 },
    quota: { limit: 1000, period: "DAY" },
    apiStages: [{}],
  });
  free.addApiKey(restApi.addApiKey("Newspaper", { description: "The local newspaper" }));
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
