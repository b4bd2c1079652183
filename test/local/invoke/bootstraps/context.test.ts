import { contextOf } from "../../../../lib/local/invoke/bootstraps/node/context";

const environment = {
  AWS_LAMBDA_FUNCTION_NAME: "fn",
  AWS_LAMBDA_FUNCTION_VERSION: "3",
  AWS_LAMBDA_LOG_STREAM_NAME: "stream",
};
const invocation = {
  requestId: "one",
  deadlineMs: 0,
  functionArn: "arn",
  traceId: "Root=1",
  clientContext: "",
  identity: "",
  event: "{}",
};
const variables = ["AWS_EXECUTION_ENV", "_X_AMZN_TRACE_ID"] as const;
const before = variables.map((name) => process.env[name]);
afterEach(() => {
  variables.forEach((name, index) => {
    const value = before[index];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  });
});

const context = (more: Partial<typeof invocation> = {}, version = 24) => {
  process.env.AWS_EXECUTION_ENV = `AWS_Lambda_nodejs${version}.x`;
  return contextOf({ ...invocation, ...more }, { environment, logGroup: "/aws/lambda/fn", memoryMb: 128 });
};

test("has the facts of the invocation and the function", () => {
  expect(context()).toEqual({
    functionName: "fn",
    functionVersion: "3",
    invokedFunctionArn: "arn",
    memoryLimitInMB: "128",
    awsRequestId: "one",
    logGroupName: "/aws/lambda/fn",
    logStreamName: "stream",
    identity: undefined,
    clientContext: undefined,
    getRemainingTimeInMillis: expect.any(Function),
  });
  expect(process.env._X_AMZN_TRACE_ID).toBe("Root=1");
});

test("waits for an empty event loop until Node 22", () => {
  expect(context({}, 22)).toHaveProperty("callbackWaitsForEmptyEventLoop", true);
  expect(context({}, 24)).not.toHaveProperty("callbackWaitsForEmptyEventLoop");
});

test("has the identity and the client of the caller", () => {
  const given = context({ identity: '{"cognitoIdentityId":"i"}', clientContext: '{"env":{}}' });
  expect(given).toMatchObject({ identity: { cognitoIdentityId: "i" }, clientContext: { env: {} } });
});

test("counts down to the deadline, and not below 0", () => {
  const left = context({ deadlineMs: Date.now() + 5000 }).getRemainingTimeInMillis();
  expect(left).toBeGreaterThan(3000);
  expect(left).toBeLessThanOrEqual(5000);
  expect(context({ deadlineMs: Date.now() - 1 }).getRemainingTimeInMillis()).toBe(0);
});
