import {
  BatchGetSecretValueCommand,
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretCommand,
} from "@aws-sdk/client-secrets-manager";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { secretsmanager } from "../../../lib/local/services/secretsmanager";
import { temporaryFolder } from "../../support/stack";
import { testModel } from "../support/model";
import { serviceContext, startService } from "./context";

const ofCluster = "arn:aws:secretsmanager:us-east-1:123456789012:secret:rds!cluster-1-AbCdEf";
const declared = "arn:aws:secretsmanager:us-east-1:123456789012:secret:key-AbCdEf";
const model = testModel({
  aws_rds_cluster: {
    Notes: { master_username: "admin", master_user_secret: [{ secret_arn: ofCluster }] },
  },
  aws_secretsmanager_secret: {
    Key: { arn: declared, name: "key" },
    Empty: { arn: `${declared}2`, name: "empty" },
  },
  aws_secretsmanager_secret_version: { Key: { secret_id: declared, secret_string: "sesame" } },
});

let router: EndpointRouter;
let client: SecretsManagerClient;
/** The lines of the log. */
const hints: string[] = [];

beforeEach(async () => {
  router = await EndpointRouter.start((event) => void hints.push(JSON.stringify(event)));
  await startService(router, "secretsmanager", secretsmanager, serviceContext({ model }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SecretsManagerClient({ endpoint: router.url, region: "us-east-1", credentials });
});
afterEach(async () => {
  client.destroy();
  await router.close();
});

const get = (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }));

describe("secrets, through the AWS SDK", () => {
  test("the one of a cluster has its user and a password", async () => {
    const { SecretString, Name } = await get(ofCluster);
    expect(JSON.parse(SecretString ?? "")).toEqual({ username: "admin", password: "local" });
    expect(Name).toBe("rds!cluster-1");
  });

  test.each([declared, "key"])("a declared one is found as %s", async (id) => {
    expect(await get(id)).toMatchObject({ ARN: declared, Name: "key", SecretString: "sesame" });
  });

  test.each([
    ["empty", "value for staging label: AWSCURRENT", /The value of the secret empty is not in the app/],
    ["other", "secret.", /The app has no secret .*other/],
  ])("%s is refused in the words of AWS, and the log says what to do", async (id, words, hint) => {
    hints.length = 0;
    await expect(get(id)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: expect.stringContaining(`Secrets Manager can't find the specified secret`),
    });
    await expect(get(id)).rejects.toThrow(words);
    expect(hints.join()).toMatch(hint);
  });
});

// https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html
describe("the API of secrets", () => {
  test("a new value is current, and the one before is the previous one", async () => {
    const ClientRequestToken = "00000000-0000-4000-8000-000000000001";
    const put = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId: "key", SecretString, ClientRequestToken }));
    expect(await put("new")).toMatchObject({ VersionId: ClientRequestToken, VersionStages: ["AWSCURRENT"] });
    // The same token and value again change nothing.
    await put("new");
    expect((await get("key")).SecretString).toBe("new");
    const previous = new GetSecretValueCommand({ SecretId: "key", VersionStage: "AWSPREVIOUS" });
    expect((await client.send(previous)).SecretString).toBe("sesame");
    await expect(put("other")).rejects.toMatchObject({ name: "ResourceExistsException" });
    const { Versions } = await client.send(new ListSecretVersionIdsCommand({ SecretId: "key" }));
    expect(Versions?.map(({ VersionStages }) => VersionStages)).toEqual([["AWSCURRENT"], ["AWSPREVIOUS"]]);
    await client.send(new UpdateSecretCommand({ SecretId: "key", SecretString: "third" }));
    expect((await client.send(previous)).SecretString).toBe("new");
  });

  test("a secret is made, listed, described and deleted", async () => {
    const created = await client.send(
      new CreateSecretCommand({ Name: "users/ada", SecretBinary: Buffer.from("b"), Description: "A token" }),
    );
    expect(created.ARN).toMatch(/:secret:users\/ada-\w{6}$/);
    expect(Buffer.from((await get("users/ada")).SecretBinary ?? []).toString()).toBe("b");
    const Filters = [{ Key: "name" as const, Values: ["users/"] }];
    const { SecretList } = await client.send(new ListSecretsCommand({ Filters }));
    expect(SecretList).toMatchObject([{ Name: "users/ada", Description: "A token" }]);
    expect(await client.send(new DescribeSecretCommand({ SecretId: "users/ada" }))).toMatchObject({
      VersionIdsToStages: { [created.VersionId ?? ""]: ["AWSCURRENT"] },
    });
    await client.send(new DeleteSecretCommand({ SecretId: "users/ada", ForceDeleteWithoutRecovery: true }));
    await expect(get("users/ada")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  test("of several secrets, those that are not there are named", async () => {
    const SecretIdList = ["key", "other"];
    const { SecretValues, Errors } = await client.send(new BatchGetSecretValueCommand({ SecretIdList }));
    expect(SecretValues).toMatchObject([{ Name: "key", SecretString: "sesame" }]);
    expect(Errors).toMatchObject([{ SecretId: "other", ErrorCode: "ResourceNotFoundException" }]);
  });

  test("a random password has a character of each kind, and none that is excluded", async () => {
    const command = new GetRandomPasswordCommand({
      PasswordLength: 20,
      ExcludeCharacters: "a",
      ExcludePunctuation: true,
    });
    const { RandomPassword = "" } = await client.send(command);
    expect(RandomPassword).toMatch(/^(?=.*[b-z])(?=.*[A-Z])(?=.*\d)[b-zA-Z\d]{20}$/);
  });

  test("written values survive a restart of the server with a data folder", async () => {
    const context = serviceContext({ model, dataFolder: temporaryFolder() });
    const first = await startService(router, "secretsmanager", secretsmanager, context);
    await client.send(new PutSecretValueCommand({ SecretId: "empty", SecretString: "kept" }));
    await client.send(new CreateSecretCommand({ Name: "made", SecretString: "made" }));
    await first.resources.stop();
    await startService(router, "secretsmanager", secretsmanager, context);
    expect([(await get("empty")).SecretString, (await get("made")).SecretString]).toEqual(["kept", "made"]);
  });

  test.each([
    [
      () => client.send(new CreateSecretCommand({ Name: "key", SecretString: "x" })),
      "ResourceExistsException",
    ],
    [() => client.send(new DeleteSecretCommand({ SecretId: "key" })), "InvalidRequestException"],
    [() => client.send(new PutSecretValueCommand({ SecretId: "key" })), "InvalidRequestException"],
    [
      () => client.send(new GetSecretValueCommand({ SecretId: "key", VersionStage: "AWSPREVIOUS" })),
      "ResourceNotFoundException",
    ],
    [() => client.send(new GetRandomPasswordCommand({ PasswordLength: 2 })), "InvalidParameterException"],
  ])("%s is refused", async (request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });
});
