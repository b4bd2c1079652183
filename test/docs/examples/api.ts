import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Api, Bucket, Function, type StackContext } from "serverform";

// #region api
export function Notes({ stack }: StackContext) {
  const api = new Api(stack, "Api", {
    routes: {
      "GET /notes/{id}": "functions/notes.get",
      "POST /notes": { function: { handler: "functions/notes.create", timeout: "20 seconds" } },
      "GET /status": { type: "url", url: "https://status.example.com" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
// #endregion

// #region preflight
export function Proxy({ stack }: StackContext) {
  new Api(stack, "Api", {
    authorizers: {
      members: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } },
    },
    cors: { allowOrigins: ["https://notes.example.com"], allowHeaders: ["authorization"] },
    defaults: { authorizer: "members" },
    routes: {
      $default: "functions/notes.get",
      // Answers preflight requests, which carry no token. The gateway puts the headers of `cors` on the answer.
      "OPTIONS /{proxy+}": { authorizer: "none", function: "functions/preflight.answer" },
    },
  });
}
// #endregion

// #region authorizers
export function Members({ stack }: StackContext) {
  const pool = new CognitoUserPool(stack, "Pool", { name: stack.app.logicalPrefixedName("Pool") });
  const check = new Function(stack, "Check", { handler: "functions/notes.get" });
  new Api(stack, "Api", {
    authorizers: {
      members: { type: "user_pool", userPool: { id: pool.id } },
      keys: {
        type: "fn",
        function: check,
        identitySource: ["$request.header.X-Api-Key"],
        responseTypes: ["simple"],
        resultsCacheTtl: "5 minutes",
      },
    },
    defaults: { authorizer: "members" },
    routes: {
      "GET /notes/{id}": "functions/notes.get",
      "POST /imports": { authorizer: "keys", function: "functions/notes.create" },
      "POST /admin": { authorizer: "iam", function: "functions/notes.create" },
    },
  });
}
// #endregion

// #region cloud
export function Inbox({ stack }: StackContext) {
  const queue = new SqsQueue(stack, "Inbox", { name: stack.app.logicalPrefixedName("Inbox") });
  new Api(stack, "Api", {
    routes: {
      "POST /inbox": {
        type: "cloud",
        cdk: {
          integration: {
            subtype: "SQS-SendMessage",
            parameterMapping: { QueueUrl: queue.url, MessageBody: "$request.body" },
          },
        },
      },
    },
  });
}
// #endregion

// #region domain
export function Public({ stack }: StackContext) {
  const api = new Api(stack, "Api", {
    customDomain: { domainName: "api.example.com", path: "v1" },
    routes: { "GET /notes/{id}": "functions/notes.get" },
  });
  stack.addOutputs({ Address: api.customDomainUrl });
}
// #endregion

// #region throttle
export function Search({ stack }: StackContext) {
  new Api(stack, "Api", {
    stageVariables: { host: "search.example.com" },
    ipAddressType: "dualstack",
    defaults: { throttle: { rate: 100, burst: 200 } },
    routes: {
      "GET /search": {
        type: "url",
        url: "https://${stageVariables.host}/search",
        throttle: { rate: 5, burst: 10 },
      },
      "GET /notes/{id}": "functions/notes.get",
    },
  });
}
// #endregion

// #region mtls
export function Partners({ stack }: StackContext) {
  const trust = new Bucket(stack, "Trust", { cdk: { bucket: { versioning: { enabled: true } } } });
  const api = new Api(stack, "Api", {
    customDomain: { domainName: "partners.example.com", mtls: { bucket: trust, key: "partners.pem" } },
    routes: { "GET /notes/{id}": "functions/notes.get" },
  });
  stack.addOutputs({ Address: api.customDomainUrl });
}
// #endregion

// #region override
export function Tuned({ stack }: StackContext) {
  new Api(stack, "Api", {
    cdk: {
      httpApi: { disableExecuteApiEndpoint: true },
      httpStages: [{ stageName: "beta", autoDeploy: false }],
    },
    routes: { "GET /notes/{id}": "functions/notes.get" },
  });
}
// #endregion

// #region challenge
export function Challenge({ stack }: StackContext) {
  new Api(stack, "Api", {
    routes: {
      "GET /notes": {
        function: "functions/notes.get",
        cdk: {
          integration: {
            responseParameters: [
              {
                statusCode: "401",
                mappings: { "overwrite:header.www-authenticate": "$response.header.challenge" },
              },
            ],
          },
        },
      },
    },
  });
}
// #endregion
