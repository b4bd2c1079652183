import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceTable } from "../../../../lib/local/services/service-table";
import { modelFiles } from "../../../docs/service-models";
import { serviceContext } from "../context";

// `npm run docs` writes the files.
test.each(Object.entries(modelFiles()))("%s is the model in the SDK's package", (path, text) => {
  expect(JSON.parse(readFileSync(join(__dirname, "../../../..", path), "utf8"))).toEqual(JSON.parse(text));
});

// The words are those that recorded answers of other operations have.
test.each([
  [
    "kms",
    "Encrypt",
    { KeyId: 1, Plaintext: "" },
    "SerializationException",
    "The value of KeyId is not valid.",
  ],
  [
    "ssm",
    "GetParameter",
    {},
    "ValidationException",
    "1 validation error detected: Value null at 'name' failed to satisfy constraint: Member must not be null",
  ],
  [
    "kinesis",
    "PutRecords",
    { StreamName: "clicks", Records: [{ PartitionKey: "a" }] },
    "ValidationException",
    "1 validation error detected: Value null at 'records.1.member.data' failed to satisfy constraint: Member must not be null",
  ],
])("%s refuses an input of %s that has another shape: %j", async (service, operation, input, code, words) => {
  const running = await serviceTable.get(service)?.start(serviceContext());
  const body = Buffer.from(JSON.stringify(input));
  const request = { service, method: "POST", url: "/", headers: {}, body, operation };
  const { status, body: answer } = (await running?.handle(request)) ?? { status: 0 };
  expect([status, JSON.parse(String(answer))]).toEqual([400, { __type: code, message: words }]);
});
