import type { ServiceKind } from "../../../lib/local/services/contract/service";
import { dynamodb } from "../../../lib/local/services/dynamodb";
import { kms } from "../../../lib/local/services/kms";
import { secretsmanager } from "../../../lib/local/services/secretsmanager";
import { serviceContext } from "./context";

/** The body of a refusal, which clients without an SDK read. */
async function refusal(
  name: string,
  kind: ServiceKind,
  target: string,
  input: object,
): Promise<Readonly<Record<string, unknown>>> {
  const service = await kind.start(serviceContext());
  const { status, body = "" } = await service.handle({
    service: name,
    method: "POST",
    url: "/",
    headers: { "x-amz-target": target },
    body: Buffer.from(JSON.stringify(input)),
    operation: target.split(".").at(-1),
  });
  await service.resources.stop?.();
  expect(status).toBe(400);
  return JSON.parse(String(body));
}

// Members of errors in the models of the services: https://github.com/aws/api-models-aws
test.each<[string, ServiceKind, string, object, string]>([
  ["secretsmanager", secretsmanager, "secretsmanager.GetSecretValue", { SecretId: "none" }, "Message"],
  ["kms", kms, "TrentService.DescribeKey", { KeyId: "alias/none" }, "message"],
  ["dynamodb", dynamodb, "DynamoDB_20120810.GetItem", { TableName: "none", Key: {} }, "message"],
])("%s returns its errors in the member of its model", async (name, kind, target, input, member) => {
  const body = await refusal(name, kind, target, input);
  expect(Object.keys(body)).toEqual(["__type", member]);
});
