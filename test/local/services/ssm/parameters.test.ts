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
      },
    });
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
    ["one that is not there", "GetParameter", { Name: "/secret" }, 400, "ParameterNotFound"],
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
    expect((await ask("GetParameter", { Name })).Parameter).toMatchObject(found);
    const below = await ask("GetParametersByPath", { Path: "/serverform/notes/dev/Auth", Recursive: true });
    expect(below.Parameters).toMatchObject([found]);
    const deleted = await ask("DeleteParameters", { Names: [Name, "/other"] });
    expect(deleted).toMatchObject({ DeletedParameters: [Name], InvalidParameters: ["/other"] });
    expect((await ask("DeleteParameter", { Name })).status).toBe(400);
  });

  test("outlive the server with a data folder, in a file that only the owner reads", async () => {
    const dataFolder = temporaryFolder();
    const first = new SsmParameters(serviceContext({ model, dataFolder }));
    first.put(Name, "SecureString", "key");
    const next = new SsmParameters(serviceContext({ model, dataFolder }));
    expect(next.find(Name)).toMatchObject({ value: "key", type: "SecureString", version: 1 });
    expect(statSync(join(dataFolder, "ssm.json")).mode & 0o077).toBe(0);
  });
});
