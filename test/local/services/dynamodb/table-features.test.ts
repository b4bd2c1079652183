import {
  checkDeletion,
  declaredFeatures,
  describedFeatures,
  requestedFeatures,
} from "../../../../lib/local/services/dynamodb/table-settings";

const place = { partition: "aws", region: "us-east-1", account: "123456789012" };
const keyArn = "arn:aws:kms:us-east-1:123456789012:key/1";

describe("features of tables", () => {
  test("of the app are protection, class and key", () => {
    const table = {
      deletion_protection_enabled: true,
      table_class: "STANDARD_INFREQUENT_ACCESS",
      server_side_encryption: [{ enabled: true, kms_key_arn: keyArn }],
    };
    expect(describedFeatures({}, declaredFeatures(table, place), false)).toEqual({
      DeletionProtectionEnabled: true,
      TableClassSummary: { TableClass: "STANDARD_INFREQUENT_ACCESS" },
      SSEDescription: { Status: "ENABLED", SSEType: "KMS", KMSMasterKeyArn: keyArn },
    });
  });

  test.each([
    [undefined, /:key\/[0-9a-f-]{36}$/],
    ["1", /:key\/1$/],
    ["alias/mine", /:alias\/mine$/],
    [keyArn, /:key\/1$/],
  ])("return the ARN of the key %s", (KMSMasterKeyId, arn) => {
    const features = requestedFeatures({ SSESpecification: { Enabled: true, KMSMasterKeyId } }, place);
    expect(features).toEqual({ keyArn: expect.stringMatching(arn) });
  });

  test("that a request does not name stay", () => {
    expect(requestedFeatures({ TableName: "orders" }, place)).toEqual({});
    expect(requestedFeatures({ SSESpecification: { Enabled: false } }, place)).toEqual({ keyArn: undefined });
    expect(requestedFeatures({ DeletionProtectionEnabled: false, TableClass: "STANDARD" }, place)).toEqual({
      isProtected: false,
      tableClass: "STANDARD",
    });
  });

  test("protect a table from its deletion", () => {
    expect(() => checkDeletion({ isProtected: true })).toThrow("Disable deletion protection first.");
    expect(() => checkDeletion({})).not.toThrow();
  });
});
