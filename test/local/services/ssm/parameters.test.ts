import { statSync } from "node:fs";
import { join } from "node:path";
import { ssm } from "../../../../lib/local/services/ssm";
import { SsmParameters } from "../../../../lib/local/services/ssm/parameters";
import { temporaryFolder } from "../../../support/stack";
import { testModel } from "../../support/model";
import { serviceContext } from "../context";

const parameter = (name: string, value: string) => ({
  name,
  value,
  type: "String",
  arn: `arn:parameter${name}`,
});
const model = testModel({
  aws_ssm_parameter: {
    Pool: parameter("/serverform/notes/dev/Userbase/Users/userPoolId", "us-east-1_A"),
    Client: parameter("/serverform/notes/dev/Userbase/Users/userPoolClientId", "c1"),
    Other: parameter("/serverform/notes/dev/Other", "x"),
  },
});

const started = ssm.start(serviceContext({ model }));

async function ask(operation: string, input: object) {
  const body = Buffer.from(JSON.stringify(input));
  const service = await started;
  const { status, body: answer = "" } = await service.handle({
    service: "ssm",
    method: "POST",
    url: "/",
    headers: {},
    body,
    operation,
  });
  return { status, ...JSON.parse(answer.toString()) };
}

const users = "/serverform/notes/dev/Userbase/Users";

// https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html
describe("the parameters of the JSON", () => {
  test("one is read by its name", async () => {
    expect(await ask("GetParameter", { Name: `${users}/userPoolId` })).toEqual({
      status: 200,
      Parameter: {
        Name: `${users}/userPoolId`,
        ARN: `arn:parameter${users}/userPoolId`,
        Type: "String",
        Value: "us-east-1_A",
        Version: 1,
        DataType: "text",
        LastModifiedDate: 1_704_067_200,
      },
    });
  });

  test("one without a slash is read by its name and by its ARN, also with a version and when a function has written it", async () => {
    const service = await ssm.start(
      serviceContext({
        model: testModel({
          aws_ssm_parameter: {
            Key: {
              name: "key",
              value: "v",
              type: "String",
              arn: "arn:aws:ssm:eu-west-1:123456789012:parameter/key",
            },
          },
        }),
      }),
    );
    const arn = "arn:aws:ssm:eu-west-1:123456789012:parameter";
    const value = async (operation: string, input: object): Promise<unknown> => {
      const { body = "" } = await service.handle({
        service: "ssm",
        method: "POST",
        url: "/",
        headers: {},
        body: Buffer.from(JSON.stringify(input)),
        operation,
      });
      const { Parameter } = JSON.parse(body.toString()) as { Parameter?: { Value: string } };
      return Parameter?.Value;
    };
    const read = (Name: string) => value("GetParameter", { Name });
    expect([await read("key"), await read(`${arn}/key`), await read(`${arn}/key:1`)]).toEqual([
      "v",
      "v",
      "v",
    ]);
    await value("PutParameter", { Name: "own", Value: "w", Type: "String" });
    await value("PutParameter", { Name: "key", Value: "new", Overwrite: true });
    expect([await read("own"), await read(`${arn}/own`), await read(`${arn}/own:1`)]).toEqual([
      "w",
      "w",
      "w",
    ]);
    expect(await read(`${arn}/key`)).toBe("new");
  });

  test("of several, those that are not there are named", async () => {
    const answer = await ask("GetParameters", { Names: [`${users}/userPoolClientId`, "/secret"] });
    expect(answer).toMatchObject({ Parameters: [{ Value: "c1" }], InvalidParameters: ["/secret"] });
  });

  test.each([
    [users, false, 2],
    ["/serverform/notes/dev", false, 1],
    ["/serverform/notes/dev/", true, 3],
    ["/elsewhere", true, 0],
  ])("below %s (recursive: %s) there are %i", async (Path, Recursive, count) => {
    expect((await ask("GetParametersByPath", { Path, Recursive })).Parameters).toHaveLength(count);
  });

  test.each([
    ["a missing one", "GetParameter", { Name: "/secret" }, 400, "ParameterNotFound"],
    ["a history", "GetParameterHistory", { Name: "/a" }, 501, "NotEmulated"],
  ])("%s is refused", async (_name, operation, input, status, code) => {
    expect(await ask(operation, input)).toMatchObject({ status, __type: code });
  });
});

// The values of Config.Secret: `serverform secrets set --local`, `.env.local`
describe("the secrets of this machine", () => {
  const secrets = new Map([["API_KEY", "s3cret"]]);
  const withSecrets = ssm.start(serviceContext({ model, secrets: (name) => secrets.get(name) }));
  const names = (stage: string, name: string) => `/serverform/notes/${stage}/Secret/${name}/value`;
  const read = async (...Names: readonly string[]) => {
    const body = Buffer.from(JSON.stringify({ Names, WithDecryption: true }));
    const request = {
      service: "ssm",
      method: "POST",
      url: "/",
      headers: {},
      body,
      operation: "GetParameters",
    };
    return JSON.parse(String((await (await withSecrets).handle(request)).body));
  };

  test("are the values of the stage, and no fallbacks", async () => {
    const [own, fallback, other] = [
      names("dev", "API_KEY"),
      names(".fallback", "API_KEY"),
      names("dev", "OTHER"),
    ];
    expect(await read(own, fallback, other)).toMatchObject({
      Parameters: [{ Name: own, Value: "s3cret", Type: "SecureString" }],
      InvalidParameters: [fallback, other],
    });
  });

  test("a value that is set meanwhile is found", async () => {
    secrets.set("LATER", "x");
    expect(await read(names("dev", "LATER"))).toMatchObject({ Parameters: [{ Value: "x" }] });
  });
});

// https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html
describe("parameters that functions write", () => {
  const Name = "/serverform/notes/dev/Auth/Auth/publicKey";

  test("are read, listed, overwritten and deleted", async () => {
    expect(await ask("PutParameter", { Name, Value: "a", Type: "SecureString" })).toMatchObject({
      Version: 1,
    });
    expect(await ask("PutParameter", { Name, Value: "b" })).toMatchObject({
      status: 400,
      __type: "ParameterAlreadyExists",
    });
    expect(await ask("PutParameter", { Name, Value: "b", Overwrite: true })).toMatchObject({ Version: 2 });
    const found = { Name, Value: "b", Type: "SecureString", Version: 2 };
    expect((await ask("GetParameter", { Name, WithDecryption: true })).Parameter).toMatchObject(found);
    const below = await ask("GetParametersByPath", {
      Path: "/serverform/notes/dev/Auth",
      Recursive: true,
      WithDecryption: true,
    });
    expect(below.Parameters).toMatchObject([found]);
    const deleted = await ask("DeleteParameters", { Names: [Name, "/other"] });
    expect(deleted).toMatchObject({ DeletedParameters: [Name], InvalidParameters: ["/other"] });
    expect((await ask("DeleteParameter", { Name })).status).toBe(400);
  });

  test("survive a restart of the server with a data folder, in a file that only the owner reads", async () => {
    const dataFolder = temporaryFolder();
    const first = new SsmParameters(serviceContext({ model, dataFolder }));
    first.put(Name, "SecureString", "key");
    await first.stop();
    const next = new SsmParameters(serviceContext({ model, dataFolder }));
    expect(next.find(Name)).toMatchObject({ value: "key", type: "SecureString", version: 1 });
    expect(statSync(join(dataFolder, "ssm", "parameters.json")).mode & 0o077).toBe(0);
  });
});

// https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParametersByPath.html
describe("the API of parameters", () => {
  const many = Array.from({ length: 12 }, (_, index) => String(index).padStart(2, "0"));
  const declared = Object.fromEntries(many.map((name) => [name, parameter(`/many/${name}`, name)]));
  const running = ssm.start(
    serviceContext({
      model: testModel({
        aws_ssm_parameter: { ...declared, Key: { ...parameter("/key", "sesame"), type: "SecureString" } },
      }),
    }),
  );
  const call = async (operation: string, input: object) => {
    const body = Buffer.from(JSON.stringify(input));
    const request = { service: "ssm", method: "POST", url: "/", headers: {}, body, operation };
    const { status, body: answer = "" } = await (await running).handle(request);
    return { status, ...JSON.parse(answer.toString()) };
  };

  test("a path is read in pages of ten", async () => {
    const first = await call("GetParametersByPath", { Path: "/many" });
    expect(first.Parameters).toHaveLength(10);
    const second = await call("GetParametersByPath", { Path: "/many", NextToken: first.NextToken });
    expect(second.Parameters.map(({ Value }: { Value: string }) => Value)).toEqual(["10", "11"]);
    expect(second.NextToken).toBeUndefined();
  });

  test("a secret is readable only in requests for its text", async () => {
    const read = async (more: object) =>
      (await call("GetParameter", { Name: "/key", ...more })).Parameter.Value;
    expect(await read({ WithDecryption: true })).toBe("sesame");
    expect(await read({})).toMatch(/^AQICAH/);
  });

  test("a version is named after the name", async () => {
    expect(await call("GetParameter", { Name: "/key:1" })).toMatchObject({
      Parameter: { Name: "/key", Version: 1, Selector: ":1" },
    });
    expect(await call("GetParameter", { Name: "/key:2" })).toMatchObject({
      __type: "ParameterVersionNotFound",
    });
  });

  test("parameters are described by name, path and type", async () => {
    const described = async (...ParameterFilters: readonly object[]) =>
      (await call("DescribeParameters", { ParameterFilters })).Parameters.map(
        ({ Name }: { Name: string }) => Name,
      );
    expect(await described({ Key: "Name", Option: "BeginsWith", Values: ["/many/1"] })).toEqual([
      "/many/10",
      "/many/11",
    ]);
    expect(await described({ Key: "Type", Values: ["SecureString"] })).toEqual(["/key"]);
    expect(await described({ Key: "Path", Option: "Recursive", Values: ["/"] })).toHaveLength(13);
  });

  test.each([
    ["GetParametersByPath", { Path: "many" }, "ValidationException"],
    ["GetParameters", { Names: many }, "ValidationException"],
    ["PutParameter", { Name: "/new", Value: "" }, "ValidationException"],
    ["PutParameter", { Name: "/new", Value: "a" }, "ValidationException"],
    ["PutParameter", { Name: "/new", Value: "a", Type: "Text" }, "ValidationException"],
    ["PutParameter", { Name: "/new", Value: "a".repeat(4097), Type: "String" }, "ValidationException"],
    ["DeleteParameter", { Name: "/key" }, "ValidationException"],
    ["DescribeParameters", { ParameterFilters: [{ Key: "x", Values: [] }] }, "InvalidFilterKey"],
  ])("%s %j is refused", async (operation, input, code) => {
    expect(await call(operation, input)).toMatchObject({ status: 400, __type: code });
  });
});
