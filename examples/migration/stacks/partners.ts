import { Api, Function, Queue, type StackContext } from "serverform";

/** The way in for other companies and for the staff: it is new, so a path that it does not know is not found. */
export function Partners({ stack }: StackContext) {
  const orders = new Queue(stack, "Orders", { consumer: "functions/orders.handler" });

  // Hashes only, as JSON by name; the keys and tokens themselves are in no file.
  const partner = new Function(stack, "PartnerCheck", {
    handler: "functions/partner-check.handler",
    environment: { PARTNER_KEY_HASHES: process.env.PARTNER_KEY_HASHES ?? "{}" },
  });
  const staff = new Function(stack, "StaffCheck", {
    handler: "functions/staff-check.handler",
    environment: { STAFF_TOKEN_HASHES: process.env.STAFF_TOKEN_HASHES ?? "{}" },
  });

  // #region partners
  const api = new Api(stack, "PartnerApi", {
    // Partners call often and with the same key, so an answer is kept. A key that is withdrawn works until it is forgotten.
    authorizers: {
      partner: {
        type: "fn",
        function: partner,
        responseTypes: ["simple"],
        // Both together are what an answer is kept by; a request without one of them never gets to the function.
        identitySource: ["$request.header.X-Partner", "$request.header.X-Partner-Key"],
        resultsCacheTtl: "5 minutes",
      },
      // The authorizer of the REST API of before, which answers with a policy.
      staff: { type: "fn", function: staff, responseTypes: ["iam"] },
    },
    // Only the partners' own pages; they send their key in a header, and may read the id of a request, to ask us about it.
    cors: {
      allowOrigins: ["https://partners.example.com"],
      allowMethods: ["GET", "POST"],
      allowHeaders: ["content-type", "x-partner", "x-partner-key"],
      exposeHeaders: ["apigw-requestid"],
      maxAge: "10 minutes",
    },
    // The log names the partner; the default format does not.
    accessLog: {
      format:
        '$context.requestId $context.identity.sourceIp "$context.httpMethod $context.path" $context.status ' +
        "partner=$context.authorizer.partner check=$context.authorizer.checkId error=$context.error.message",
      retention: "three_months",
    },
    defaults: { authorizer: "partner", throttle: { rate: 5, burst: 10 } },
    routes: {
      "GET /feed": "functions/feed.get",
      // Orders are only noted here, without a function: the queue takes as many as come, and its consumer works them off.
      "POST /orders": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "SQS-SendMessage",
            parameterMapping: { QueueUrl: orders.queueUrl, MessageBody: "$request.body" },
          },
        },
      },
      "GET /desk/{page}": { authorizer: "staff", function: "functions/desk.read" },
      "PUT /desk/{page}": { authorizer: "staff", function: "functions/desk.write" },
      // The old back office runs in AWS and signs with its role; it does not need an API key.
      "PUT /prices/{id}": { authorizer: "iam", function: "functions/prices.change" },
    },
  });
  // #endregion
  stack.addOutputs({ PartnerUrl: api.url });
  return { api, orders };
}
