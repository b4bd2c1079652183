import { Config, Function, RestV1Api, type StackContext, Userbase } from "serverform";
import { addHealth } from "./health";
import { addSummary } from "./summary";

/** The API of those who run the stations: the stations themselves, their keepers, and the press that buys pictures. */
export function Stations({ stack }: StackContext) {
  // The page of the keepers. Answers of functions must name it themselves, so they receive it.
  const origin = process.env.KEEPERS_ORIGIN ?? "https://keepers.example.com";
  const { STATION_TOKEN_HASHES } = Config.Parameter.create(stack, {
    // As JSON, by station: SHA-256 of its token. Without any, no station is accepted.
    STATION_TOKEN_HASHES: process.env.STATION_TOKEN_HASHES ?? "{}",
  });
  const authorizer = new Function(stack, "StationAuthorizer", {
    handler: "functions/station-authorizer.handler",
    bind: [STATION_TOKEN_HASHES],
  });
  const keepers = new Userbase(stack, "Keepers", { login: ["email"], identityPoolFederation: false });
  const api = new RestV1Api(stack, "Stations", {
    authorizers: {
      stations: {
        type: "fn_request",
        function: authorizer,
        // A request without one of them gets 401; together they are what an answer is kept for.
        identitySources: ["method.request.header.X-Station", "method.request.header.X-Station-Token"],
        // Stations report each minute. The policy of a kept answer counts for all that the station may do.
        resultsCacheTtl: "5 minutes",
      },
      keepers: { type: "user_pools", userPoolIds: [keepers] },
    },
    cdk: {
      restApi: {
        // Bodies of this type are bytes; all others are text, which would spoil a picture.
        binaryMediaTypes: ["image/png"],
        defaultCorsPreflightOptions: {
          allowOrigins: [origin],
          allowMethods: ["GET", "POST"],
          allowHeaders: ["Authorization", "Content-Type"],
          maxAge: "1 hour",
        },
      },
    },
    defaults: { function: { environment: { KEEPERS_ORIGIN: origin } } },
    routes: {
      "GET /stations/{id}/picture": {
        function: "functions/pictures.get",
        cdk: { method: { apiKeyRequired: true } },
      },
      "PUT /stations/{id}/picture": { authorizer: "stations", function: "functions/pictures.put" },
      "POST /stations/{id}/visits": { authorizer: "keepers", function: "functions/visits.add" },
    },
  });
  addReports(api);
  addSummary(api, origin);
  addHealth(stack, api);
  sellPictures(api);
  stack.addOutputs({ StationsUrl: api.url, UserPoolId: keepers.userPoolId });
  return { api };
}

/** The gateway itself refuses incomplete reports: a broken station does not cost an invocation each minute. */
function addReports(api: RestV1Api): void {
  const { restApi } = api.cdk;
  const report = restApi.addModel("Report", {
    schema: {
      type: "object",
      required: ["celsius"],
      properties: { celsius: { type: "number", minimum: -90, maximum: 60 } },
      additionalProperties: false,
    },
  });
  const requestValidator = restApi.addRequestValidator("Report", {
    validateRequestBody: true,
    validateRequestParameters: true,
  });
  // The usual answer does not say what a body should look like.
  restApi.addGatewayResponse("BadReport", {
    type: "BAD_REQUEST_BODY",
    templates: {
      "application/json": '{"message":$context.error.messageString,"hint":"celsius, from -90 to 60"}',
    },
  });
  api.addRoutes(api, {
    "PUT /stations/{id}/report": {
      authorizer: "stations",
      function: "functions/weather.check",
      cdk: {
        method: {
          requestValidator,
          requestModels: { "application/json": report },
          requestParameters: { "method.request.querystring.sensor": true },
        },
      },
    },
  });
}

/** Pictures are large, so their method has its own limit beside that of the plan. */
function sellPictures(api: RestV1Api): void {
  const { restApi } = api.cdk;
  const press = restApi.addUsagePlan("Press", {
    throttle: { rateLimit: 10, burstLimit: 10 },
    quota: { limit: 20, period: "DAY" },
    apiStages: [
      { throttle: [{ method: "GET /stations/{id}/picture", throttle: { rateLimit: 1, burstLimit: 2 } }] },
    ],
  });
  press.addApiKey(restApi.addApiKey("Agency", { description: "The picture agency" }));
  // Clients that have used up a day's pictures need not ask again each second.
  restApi.addGatewayResponse("NoPicturesLeft", {
    type: "QUOTA_EXCEEDED",
    responseHeaders: { "Retry-After": "'3600'" },
  });
}
