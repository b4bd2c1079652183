import { strToU8, zipSync } from "fflate";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { warnOfRuntime } from "../../../lib/kit/function/check";
import { failure } from "../../constructs/api/support/api";
import { project, standardErrorOf } from "../../support/environment";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";
const create = (props: FunctionProps) => new Function(testStack(), "Get", { handler, ...props });
const network = (subnets: number, groups: number): FunctionProps => ({
  vpc: "vpc-1",
  vpcSubnets: Array.from({ length: subnets }, (_, index) => `subnet-${index}`),
  securityGroups: Array.from({ length: groups }, (_, index) => `sg-${index}`),
});

describe("a function has at most", () => {
  test.each<[string, FunctionProps, FunctionProps]>([
    ["16 subnets", network(16, 1), network(17, 1)],
    ["5 security groups", network(1, 5), network(1, 6)],
  ])("%s", (_, accepted, refused) => {
    expect(() => create(accepted)).not.toThrow();
    expect(failure(() => create(refused)).code).toBe("quota-exceeded");
  });
  test("128 characters of handler", () => {
    const runtime = "provided.al2023";
    const named = (length: number) =>
      ({ runtime, srcPath: "services/prebuilt", handler: "x".repeat(length) }) as const;
    expect(() => create(named(128))).not.toThrow();
    expect(failure(() => create({ ...named(129), bundle: false }))).toMatchObject({
      code: "name-too-long",
      prop: "handler",
    });
  });
  test("no white space in its handler", () => {
    const props = { runtime: "provided.al2023", srcPath: "services/prebuilt", bundle: false } as const;
    expect(failure(() => create({ ...props, handler: "a b" })).prop).toBe("handler");
  });
});

test.each<[string, object]>([
  ["vpc", { vpc: "subnet-1", vpcSubnets: ["subnet-1"] }],
  ["vpcSubnets[0]", { vpc: "vpc-1", vpcSubnets: ["vpc-1"] }],
  ["securityGroups[0]", { ...network(1, 0), securityGroups: ["default"] }],
])("%s takes ids of its kind only", (prop, props) => {
  expect(failure(() => create(props))).toMatchObject({ code: "prop-invalid", prop });
});

describe("a zip as code", () => {
  const zipped = (content: Uint8Array) => {
    const stack = testStack();
    const folder = project({ "cdktf.json": "{}" });
    require("node:fs").writeFileSync(`${folder}/code.zip`, content);
    const props = { srcPath: `${folder}/code.zip`, handler: "index.handler", bundle: false };
    return () => new Function(stack, "Get", props);
  };
  const valid = zipSync({ "index.js": strToU8("exports.handler = () => 1;") });
  test("may be a zip", () => {
    expect(zipped(valid)).not.toThrow();
  });
  /** The zip, whose directory claims that its file has this size. */
  const claiming = (bytes: number): Uint8Array => {
    const zip = valid.slice();
    const view = new DataView(zip.buffer);
    const directory = zip.findIndex(
      (_, at) => at + 4 <= zip.length && view.getUint32(at, true) === 0x02_01_4b_50,
    );
    view.setUint32(directory + 24, bytes, true);
    return zip;
  };
  test.each([
    ["text", strToU8("not a zip")],
    ["nothing", new Uint8Array()],
    ["the beginning of a zip", valid.slice(0, 40)],
  ])("may not be %s", (_, content) => {
    expect(failure(zipped(content)).code).toBe("zip-unreadable");
  });
  test.each([
    [262_144_000, undefined],
    [262_144_001, "package-too-large"],
  ])("may have 250 MB unzipped: %p bytes are %p", (bytes, code) => {
    const create = zipped(claiming(bytes));
    if (code === undefined) expect(create).not.toThrow();
    else expect(failure(create).code).toBe(code);
  });
});

describe("a runtime that AWS blocks", () => {
  const notice = (day: string) =>
    standardErrorOf(() => {
      const stack = testStack({ skipValidation: true });
      warnOfRuntime(
        new Function(stack, "Get", { handler, runtime: "nodejs24.x" }),
        "nodejs20.x",
        new Date(day),
      );
      stack.app.synth();
    });
  test.each([
    ["2026-11-02", ""],
    ["2026-11-04", "from 2027-02-01 on, AWS creates no functions with the runtime nodejs20.x"],
    ["2027-01-31", "from 2027-02-01 on"],
    ["2027-02-01", "AWS no longer creates functions with the runtime nodejs20.x"],
  ])("on %s: %s", (day, text) => {
    if (text === "") expect(notice(day)).not.toContain("nodejs20.x");
    else expect(notice(day)).toContain(text);
  });
});

describe("a handler that takes a callback", () => {
  const noticeOf = (source: string, props: object = {}) => {
    const srcPath = project({ "cdktf.json": "{}", "api.js": source });
    return standardErrorOf(() => {
      const stack = testStack({ skipValidation: true });
      new Function(stack, "Get", { srcPath, handler: "api.get", ...props });
      stack.app.synth();
    });
  };
  const source = "exports.get = (event, context, callback) => callback(null);";
  test.each<[string, object, string]>([
    ["with the default runtime", {}, 'the handler "api.get" has three parameters'],
    [
      "in a folder that is deployed unchanged",
      { bundle: false },
      'the handler "api.get" has three parameters',
    ],
    [
      "with a newer runtime by cdk",
      { runtime: "nodejs22.x", cdk: { function: { runtime: "nodejs24.x" } } },
      "nodejs24.x",
    ],
  ])("is named %s", (_, props, expected) => {
    expect(noticeOf(source, props)).toContain(expected);
  });
  test.each([{ runtime: "nodejs22.x" }, { cdk: { function: { runtime: "nodejs22.x" } } }])(
    "is not named with %j",
    (props) => expect(noticeOf(source, props)).not.toContain("parameters"),
  );
  test("is not named where it has no third parameter", () => {
    expect(noticeOf("exports.get = async (event) => event;")).not.toContain("parameters");
  });
});

describe("a variable that the service reserves", () => {
  // Source: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
  test.each([
    "_HANDLER",
    "_X_AMZN_TRACE_ID",
    "AWS_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_DEFAULT_REGION",
    "AWS_EXECUTION_ENV",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
    "AWS_LAMBDA_FUNCTION_NAME",
    "AWS_LAMBDA_FUNCTION_VERSION",
    "AWS_LAMBDA_INITIALIZATION_TYPE",
    "AWS_LAMBDA_LOG_GROUP_NAME",
    "AWS_LAMBDA_LOG_STREAM_NAME",
    "AWS_LAMBDA_RUNTIME_API",
    "AWS_REGION",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "LAMBDA_RUNTIME_DIR",
    "LAMBDA_TASK_ROOT",
  ])("may not be set: %s", (name) => {
    expect(failure(() => create({ environment: { [name]: "x" } })).prop).toBe(`environment["${name}"]`);
  });
  test.each(["LANG", "PATH", "TZ", "AWS_LAMBDA_EXEC_WRAPPER", "LAMBDA_TASK_ROOTS"])(
    "does not include %s",
    (name) => {
      expect(() => create({ environment: { [name]: "x" } })).not.toThrow();
    },
  );
});
