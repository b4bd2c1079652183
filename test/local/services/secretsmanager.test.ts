import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { secretsmanager } from "../../../lib/local/services/secretsmanager";
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

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
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
    ["empty", /The value of the secret empty is not in the app/],
    ["other", /The app has no secret "other"/],
  ])("%s is refused with what to do", async (id, message) => {
    await expect(get(id)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: expect.stringMatching(message),
    });
  });
});
