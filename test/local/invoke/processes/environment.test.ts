/** @group processes */

import { devNull } from "node:os";
import type { FunctionSettings } from "../../../../lib/local";
import type { ProcessEnvironment } from "../../../../lib/local/invoke";
import {
  baseVariables,
  functionVariables,
  readAtStart,
} from "../../../../lib/local/invoke/processes/environment";
import { credentials, engine, handler, settingsOf } from "../support";

const shell = {
  PATH: "/bin",
  HOME: "/home/me",
  AWS_PROFILE: "prod",
  AWS_ACCESS_KEY_ID: "REAL",
  SECRET: "no",
};

/** Everywhere that SDKs look for credentials. https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html */
const shellCredentials = {
  AWS_ACCESS_KEY_ID: "REAL",
  AWS_SECRET_ACCESS_KEY: "real",
  AWS_SESSION_TOKEN: "real",
  AWS_PROFILE: "prod",
  AWS_DEFAULT_PROFILE: "prod",
  AWS_CONFIG_FILE: "/home/me/config",
  AWS_SHARED_CREDENTIALS_FILE: "/home/me/credentials",
  AWS_WEB_IDENTITY_TOKEN_FILE: "/home/me/token",
  AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/Admin",
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/creds",
  AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/creds",
  AWS_CONTAINER_AUTHORIZATION_TOKEN: "real",
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/home/me/token",
  AWS_EC2_METADATA_DISABLED: "false",
};

const noOtherCredentials = {
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: "true",
};

const variablesOf = (given: Partial<FunctionSettings>, environment: Partial<ProcessEnvironment> = {}) => {
  const [settings] = settingsOf({ fn: given });
  if (settings === undefined) throw new Error("no function");
  return functionVariables(settings, "/code", { credentials, shell, ...environment });
};

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
describe("The environment of a function", () => {
  test("is what Lambda sets, what programs need, and its own variables", () => {
    expect(variablesOf({ memoryMb: 512, variables: { STAGE: "dev" } })).toEqual({
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
      AWS_ACCESS_KEY_ID: "TESTACCESSKEY",
      AWS_SECRET_ACCESS_KEY: "test-secret",
      ...noOtherCredentials,
    });
  });
  test("sets the level of JSON logs for loggers", () => {
    expect(variablesOf({ jsonLogLevel: "WARN" })).toMatchObject({
      AWS_LAMBDA_LOG_FORMAT: "JSON",
      AWS_LAMBDA_LOG_LEVEL: "WARN",
    });
  });
  test.each([
    ["of the local server", credentials],
    ["of its role, which are among its own variables", "role"],
  ] as const)("has no credentials of the developer in addition to those %s", (_which, given) => {
    const role = { AWS_ACCESS_KEY_ID: "ROLE", AWS_SECRET_ACCESS_KEY: "secret", AWS_SESSION_TOKEN: "token" };
    const ofDeveloper = { ...shell, ...shellCredentials };
    const variables = variablesOf({ variables: role }, { credentials: given, shell: ofDeveloper });
    const names = Object.keys(variables).filter((name) => name in shellCredentials && !(name in role));
    expect(names.sort()).toEqual([
      "AWS_CONFIG_FILE",
      "AWS_EC2_METADATA_DISABLED",
      "AWS_SHARED_CREDENTIALS_FILE",
    ]);
    expect(variables).toMatchObject({ ...role, ...noOtherCredentials });
  });
  test("has a session token only with temporary credentials", () => {
    expect(variablesOf({})).not.toHaveProperty("AWS_SESSION_TOKEN");
    const temporary = { ...credentials, sessionToken: "token" };
    expect(variablesOf({}, { credentials: temporary })).toMatchObject({ AWS_SESSION_TOKEN: "token" });
  });
  test("has endpoints, unless the function sets them itself", () => {
    const variables = { AWS_ENDPOINT_URL_SQS: "http://here", AWS_ENDPOINT_URL_DYNAMODB: "http://here" };
    const own = { variables: { AWS_ENDPOINT_URL_SQS: "http://own" } };
    expect(variablesOf(own, { variables })).toMatchObject({
      AWS_ENDPOINT_URL_SQS: "http://own",
      AWS_ENDPOINT_URL_DYNAMODB: "http://here",
    });
  });
  test("joins NODE_OPTIONS of the shell and of the function", () => {
    const own = { variables: { NODE_OPTIONS: "--enable-source-maps" } };
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
  ])("needs a new process for variables that Node reads at its start: %j", (variables, isSo) => {
    expect(readAtStart({}, variables)).toBe(isSo);
    expect(readAtStart(variables, variables)).toBe(false);
  });
  test("is the environment of the process, without our own variables", async () => {
    const { call } = engine(
      handler("return process.env"),
      { fn: { variables: { STAGE: "dev" } } },
      { environment: { credentials, shell } },
    );
    const { answer } = await call("fn");
    expect(answer).toMatchObject({ STAGE: "dev", TZ: "UTC", PATH: "/bin" });
    expect(Object.keys(answer as object).filter((name) => /SERVERFORM|SECRET$/.test(name))).toEqual([]);
  });
  test("is complete in a process that is not prewarmed", async () => {
    const { call } = engine(
      handler("return [process.env.STAGE, process.execArgv, process.env.NODE_OPTIONS]"),
      {
        fn: { variables: { STAGE: "dev", NODE_OPTIONS: "--enable-source-maps" } },
      },
    );
    expect((await call("fn")).answer).toEqual(["dev", [], "--enable-source-maps"]);
  });
});
