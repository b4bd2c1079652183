import { parseRequest } from "../../../lib/cli/live-client/parse-request";
import { requestOf, roleVariables } from "./support";

const parse = (
  change: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>> = {},
) => {
  const request = requestOf({ id: 1 });
  return parseRequest(JSON.stringify({ ...request, context: { ...request.context, ...context }, ...change }));
};

const parsed = (...given: Parameters<typeof parse>) => {
  const request = parse(...given);
  if (typeof request === "string") throw new Error(request);
  return request;
};

const arn = "arn:aws:lambda:us-east-1:123456789012:function:dev-notes-Main-Get";

describe("A request of a deployed function", () => {
  test("is read with the values of its context", () => {
    expect(parsed({ takesStream: true, settled: ["one.1"] })).toMatchObject({
      event: '{"id":1}',
      source: "an invocation",
      takesStream: true,
      settled: ["one.1"],
      remainingMs: 10_000,
      context: {
        functionArn: arn,
        functionName: "dev-notes-Main-Get",
        region: "us-east-1",
        memoryMb: 1024,
        logGroup: "/aws/lambda/dev-notes-Main-Get",
      },
    });
  });

  test.each([arn, `${arn}:12`, `${arn}:live`, `${arn}:$LATEST`, arn.replace("aws", "aws-us-gov")])(
    "may be of a version or an alias, and of any partition: %s",
    (invokedFunctionArn) => {
      expect(parsed({}, { invokedFunctionArn }).context.invokedFunctionArn).toBe(invokedFunctionArn);
    },
  );

  test("needs no request id: wrappers of earlier versions send none", () => {
    expect(parsed({}, { awsRequestId: undefined }).context.awsRequestId).toBeUndefined();
  });

  test.each([
    ["event", { event: { id: 1 } }, {}],
    ["event", { event: "{" }, {}],
    ["times", { remainingMs: "1" }, {}],
    ["times", { sentAt: null }, {}],
    ["environment", { environment: undefined }, {}],
    ["environment", { environment: ["PATH=/tmp"] }, {}],
    ["credentials", { environment: {} }, {}],
    ["credentials", { environment: { ...roleVariables, AWS_SESSION_TOKEN: undefined } }, {}],
    ["credentials", { environment: { ...roleVariables, AWS_ACCESS_KEY_ID: "A\nB" } }, {}],
    ["not a string", { environment: { ...roleVariables, GREETING: 1 } }, {}],
    ["not a string", { environment: { ...roleVariables, GREETING: "a\0b" } }, {}],
    ["function ARN", {}, { invokedFunctionArn: undefined }],
    ["function ARN", {}, { invokedFunctionArn: `${arn} 1\n{}` }],
    ["function ARN", {}, { invokedFunctionArn: arn.replace("us-east-1", "evil.example/#") }],
    ["function ARN", {}, { invokedFunctionArn: arn.replace("Get", "../Get") }],
    ["function name", {}, { functionName: "other" }],
    ["request id", {}, { awsRequestId: "a b" }],
    ["request id", {}, { awsRequestId: "\u001b[2J" }],
    ["memory", {}, { memoryLimitInMB: "1e9" }],
    ["memory", {}, { memoryLimitInMB: "--inspect" }],
    ["log group", {}, { logGroupName: "a\nb" }],
  ])("is refused for its %s: %j %j", (what, change, context) => {
    expect(parse(change, context)).toMatch(what);
  });

  test.each(["", "1", "null", "[]", "{}", "{"])("is refused as %j", (content) => {
    expect(parseRequest(content)).toEqual(expect.any(String));
  });

  test("has at most the time that Lambda gives", () => {
    expect([1e12, -5].map((remainingMs) => parsed({ remainingMs }).remainingMs)).toEqual([900_000, 0]);
  });

  test("has client context and identity as JSON on one line, or none", () => {
    const given = { clientContext: '{\n"a": 1}', identity: "x\r\nforged: 1" };
    expect(parsed({}, given).context).toMatchObject({ clientContext: '{"a":1}', identity: undefined });
  });

  test("reports only names of requests as settled", () => {
    expect(parsed({ settled: ["one.1", 1, "a b", null] }).settled).toEqual(["one.1"]);
    expect(parsed({ settled: 1 }).settled).toEqual([]);
  });
});

describe("The environment of a request", () => {
  const environmentOf = (environment: Readonly<Record<string, string>>) =>
    parsed({ environment: { ...roleVariables, ...environment } }).environment;

  test("gives the deployed values of the variables that the app declares, and the credentials", () => {
    const environment = environmentOf({ TABLE: "deployed", OTHER: "x", toString: "x" });
    expect(environment.variablesFor({ TABLE: "here", MISSING: "here" })).toEqual({
      TABLE: "deployed",
      MISSING: "here",
      ...roleVariables,
    });
    expect(environment.undeclared({ TABLE: "here" })).toEqual(["OTHER", "toString"]);
  });

  test.each([
    ..."NODE_OPTIONS NODE_PATH LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PATH Path HOME SHELL TMPDIR".split(
      " ",
    ),
    ..."HTTP_PROXY https_proxy ALL_PROXY no_proxy SSL_CERT_FILE OPENSSL_CONF PYTHONPATH PYTHONSTARTUP".split(
      " ",
    ),
    ..."BASH_ENV ENV IFS GIT_SSH_COMMAND npm_config_registry JAVA_TOOL_OPTIONS MALLOC_CONF UV_THREADPOOL_SIZE".split(
      " ",
    ),
    ..."AWS_PROFILE AWS_DEFAULT_PROFILE AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_CA_BUNDLE".split(" "),
    ..."AWS_CONTAINER_CREDENTIALS_FULL_URI AWS_WEB_IDENTITY_TOKEN_FILE AWS_ENDPOINT_URL AWS_ENDPOINT_URL_S3".split(
      " ",
    ),
    ..."AWS_REGION AWS_LAMBDA_RUNTIME_API AWS_LAMBDA_EXEC_WRAPPER LAMBDA_TASK_ROOT _HANDLER".split(" "),
    ..."SERVERFORM_LOCAL_HOSTS SERVERFORM_WORKER_SECRET".split(" "),
  ])("never gives %s: it is what the app here declares, or absent", (name) => {
    const environment = environmentOf({ [name]: "of the peer" });
    expect(environment.variablesFor({ [name]: "declared" })).toMatchObject({ [name]: "declared" });
    expect(environment.variablesFor({})).toEqual(roleVariables);
    expect(environment.undeclared({})).toEqual([]);
  });

  test.each(["TABLE", "AWS_ACCOUNT_ID", "GOOGLE_CLIENT_ID", "TERMS_URL", "PATHS", "HOMEPAGE", "LAMBDA_NAME"])(
    "gives %s, which only the handler reads",
    (name) => {
      expect(environmentOf({ [name]: "deployed" }).variablesFor({ [name]: "here" })).toMatchObject({
        [name]: "deployed",
      });
    },
  );

  test("keeps the credentials, also where the app declares such names", () => {
    const declared = { AWS_ACCESS_KEY_ID: "here" };
    expect(environmentOf({}).variablesFor(declared)).toEqual(roleVariables);
  });

  test("marks a handler of an API, with a value of the library's own", () => {
    const environment = environmentOf({ SERVERFORM_DEBUG_IS_API_ROUTE: "anything" });
    expect(environment.variablesFor({})).toMatchObject({ SERVERFORM_DEBUG_IS_API_ROUTE: "1" });
  });
});
