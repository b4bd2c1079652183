/** @group processes */

import { baseVariables, functionVariables, readAtStart } from "../../../lib/local/functions/environment";
import { functionsOf } from "../../../lib/local/functions/settings";
import { engine, functionsModel, handler } from "./support";

const shell = {
  PATH: "/bin",
  HOME: "/home/me",
  AWS_PROFILE: "prod",
  AWS_ACCESS_KEY_ID: "REAL",
  SECRET: "no",
};

const variablesOf = (values: object, environment = {}) => {
  const [settings] = functionsOf(functionsModel({ fn: { ...values } }));
  if (settings === undefined) throw new Error("no function");
  return functionVariables(settings, "/code", { shell, ...environment });
};

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
describe("The environment of a function", () => {
  test("is what Lambda sets, what programs need, and its own variables", () => {
    expect(variablesOf({ memory_size: 512, environment: { variables: { STAGE: "dev" } } })).toEqual({
      PATH: "/bin",
      HOME: "/home/me",
      LANG: "en_US.UTF-8",
      TZ: "UTC",
      STAGE: "dev",
      IS_LOCAL: "true",
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
      _HANDLER: "index.handler",
      LAMBDA_TASK_ROOT: "/code",
      AWS_REGION: "eu-west-1",
      AWS_DEFAULT_REGION: "eu-west-1",
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x",
      AWS_LAMBDA_FUNCTION_NAME: "fn",
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/fn",
      AWS_XRAY_CONTEXT_MISSING: "LOG_ERROR",
      AWS_XRAY_LOG_LEVEL: "silent",
      AWS_ACCESS_KEY_ID: "LOCALACCESSKEY000000",
      AWS_SECRET_ACCESS_KEY: "local-secret-access-key",
      AWS_EC2_METADATA_DISABLED: "true",
    });
  });
  test("has the shell's AWS credentials only when they are asked for", () => {
    expect(variablesOf({})).not.toHaveProperty("AWS_PROFILE");
    expect(variablesOf({}, { awsCredentials: true })).toMatchObject({
      AWS_PROFILE: "prod",
      AWS_ACCESS_KEY_ID: "REAL",
    });
  });
  test("has endpoints, unless the function sets them itself", () => {
    const variables = { AWS_ENDPOINT_URL_SQS: "http://here", AWS_ENDPOINT_URL_DYNAMODB: "http://here" };
    const own = { environment: [{ variables: { AWS_ENDPOINT_URL_SQS: "http://own" } }] };
    expect(variablesOf(own, { variables })).toMatchObject({
      AWS_ENDPOINT_URL_SQS: "http://own",
      AWS_ENDPOINT_URL_DYNAMODB: "http://here",
    });
  });
  test("joins NODE_OPTIONS of the shell and of the function", () => {
    const own = { environment: { variables: { NODE_OPTIONS: "--enable-source-maps" } } };
    const withOptions = { shell: { ...shell, NODE_OPTIONS: "--no-warnings" } };
    expect(variablesOf(own, withOptions).NODE_OPTIONS).toBe("--no-warnings --enable-source-maps");
    expect(variablesOf({})).not.toHaveProperty("NODE_OPTIONS");
  });
  test("keeps requests to this machine away from the shell's proxy", () => {
    const proxied = baseVariables({ shell: { HTTPS_PROXY: "http://proxy", NO_PROXY: ".corp" } });
    expect(proxied.NO_PROXY).toBe(".corp,127.0.0.1,localhost");
  });
  test.each([
    [{ STAGE: "dev", AWS_REGION: "x" }, false],
    [{ NODE_OPTIONS: "--enable-source-maps" }, true],
    [{ NODE_EXTRA_CA_CERTS: "/own.pem" }, true],
    [{ UV_THREADPOOL_SIZE: "8" }, true],
  ])("cannot be changed in a running process where it is read at its start: %j", (variables, isSo) => {
    expect(readAtStart({}, variables)).toBe(isSo);
    expect(readAtStart(variables, variables)).toBe(false);
  });
  test("is that of the process, and nothing of ours is in it", async () => {
    const { call } = engine(
      handler("return process.env"),
      {
        fn: { environment: { variables: { STAGE: "dev" } } },
      },
      { environment: { shell } },
    );
    const { answer } = await call("fn");
    expect(answer).toMatchObject({ STAGE: "dev", TZ: "UTC", PATH: "/bin" });
    expect(Object.keys(answer as object).filter((name) => /SERVERFORM|SECRET$/.test(name))).toEqual([]);
  });
  test("is complete also in a process that was started for one function alone", async () => {
    const { call } = engine(
      handler("return [process.env.STAGE, process.execArgv, process.env.NODE_OPTIONS]"),
      {
        fn: { environment: { variables: { STAGE: "dev", NODE_OPTIONS: "--enable-source-maps" } } },
      },
    );
    expect((await call("fn")).answer).toEqual(["dev", [], "--enable-source-maps"]);
  });
});
