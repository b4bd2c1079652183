import { buildClient, CommitmentPolicy, KmsKeyringNode } from "@aws-crypto/client-node";
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMS,
  KMSClient,
  ReEncryptCommand,
} from "@aws-sdk/client-kms";
import type { LocalEvent } from "../../../lib/local";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { kms } from "../../../lib/local/services/kms";
import type { Values } from "../../../lib/model";
import { accessKeys, localCredentials, sessionCredentials } from "../../support/access-keys";
import { TestClock } from "../support/clock";
import { testModel } from "../support/model";
import { clientId, Directory, password, poolId } from "./cognito-idp/directory";
import { serviceContext } from "./context";

const region = "us-east-1";
const keyArn = `arn:aws:kms:${region}:123456789012:key/11111111-2222-3333-4444-555555555555`;
const roleArn = "arn:aws:iam::123456789012:role/sender";
const sender = sessionCredentials({ roleArn, sessionName: "sender" });

/** A key with an alias, and a role with these statements. */
function modelWith(statement: object, key: Values = {}) {
  return testModel({
    aws_kms_key: { Codes: { arn: keyArn, key_id: keyArn.split("/")[1], ...key } },
    aws_kms_alias: {
      Codes: { name: "alias/codes", arn: keyArn.replace(/key.*/, "alias/codes"), target_key_arn: keyArn },
    },
    aws_iam_role: { sender: { name: "sender", arn: roleArn, unique_id: "AROASENDER" } },
    aws_iam_role_policy: {
      sender: { role: "sender", policy: JSON.stringify({ Version: "2012-10-17", Statement: [statement] }) },
    },
  });
}

const mayDecrypt = (more: object = {}) => ({
  Effect: "Allow",
  Action: "kms:Decrypt",
  Resource: keyArn,
  ...more,
});
const clock = new TestClock();
let router: EndpointRouter;
let service: Awaited<ReturnType<typeof kms.start>>;
let events: LocalEvent[];

beforeAll(async () => {
  router = await EndpointRouter.start((event) => void events.push(event));
  service = await kms.start(serviceContext({ model: modelWith(mayDecrypt()) }));
  router.serve(new Map([["kms", service]]));
});
afterAll(() => router.close());

async function serve(model: ReturnType<typeof modelWith>): Promise<void> {
  events = [];
  await service.resources.replace(model);
  router.decideBy(
    new AccessControl({
      accessKeys,
      mode: "enforce",
      model,
      clock,
      report: (event) => void events.push(event),
    }),
  );
}
beforeEach(() => serve(modelWith(mayDecrypt())));

const sdk = (credentials: typeof localCredentials | typeof sender = localCredentials) =>
  new KMSClient({ region, endpoint: router.url, credentials, maxAttempts: 1 });

/** The code in the event of the sender of a pool with the key. */
async function codeForSender(): Promise<{ readonly encrypted: Buffer; readonly sent: string }> {
  let encrypted = "";
  const directory = await Directory.start({
    pool: {
      lambda_config: {
        kms_key_id: keyArn,
        custom_email_sender: {
          lambda_arn: "arn:aws:lambda:us-east-1:123456789012:function:triggers",
          lambda_version: "V1_0",
        },
      },
    },
    triggers: {
      CustomEmailSender_SignUp: ({ request }) => {
        encrypted = String(request.code);
      },
    },
  });
  expect(directory.pools.all[0]?.settings.id).toBe(poolId);
  await directory.ask("SignUp", { ClientId: clientId, Username: "ada@example.com", Password: password });
  return { encrypted: Buffer.from(encrypted, "base64"), sent: directory.code };
}

// As in https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
function decryptedBySdk(encrypted: Buffer, policy: CommitmentPolicy) {
  const clientProvider = () =>
    new KMS({ region, endpoint: router.url, credentials: sender, maxAttempts: 1 }) as never;
  const keyring = new KmsKeyringNode({ keyIds: [keyArn], clientProvider });
  return buildClient(policy).decrypt(keyring, encrypted);
}

describe("codes of custom senders", () => {
  test.each([
    CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT,
    CommitmentPolicy.REQUIRE_ENCRYPT_ALLOW_DECRYPT,
    CommitmentPolicy.FORBID_ENCRYPT_ALLOW_DECRYPT,
  ])("are decrypted by the AWS Encryption SDK, with %s", async (policy) => {
    const { encrypted, sent } = await codeForSender();
    expect(sent).toMatch(/^\d{6}$/);
    expect((await decryptedBySdk(encrypted, policy)).plaintext.toString()).toBe(sent);
    expect(events).toEqual([]);
  });

  test("are not decrypted by a function without the permission, and the log says what to add", async () => {
    await serve(modelWith(mayDecrypt({ Action: "kms:Encrypt" })));
    const { encrypted } = await codeForSender();
    await expect(
      decryptedBySdk(encrypted, CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT),
    ).rejects.toThrow();
    expect(events).toMatchObject([{ event: "denial", action: "kms:Decrypt", resource: keyArn }]);
  });

  test("are refused once a byte has changed", async () => {
    const { encrypted } = await codeForSender();
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1;
    await expect(
      decryptedBySdk(encrypted, CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT),
    ).rejects.toThrow();
  });
});

// Source: https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html
describe("KMS", () => {
  const Plaintext = Buffer.from("secret");
  const EncryptionContext = { user: "ada" };

  test.each([keyArn, keyArn.split("/")[1], "alias/codes", keyArn.replace(/key.*/, "alias/codes")])(
    "encrypts and decrypts with the key %s",
    async (KeyId) => {
      const { CiphertextBlob } = await sdk().send(
        new EncryptCommand({ KeyId, Plaintext, EncryptionContext }),
      );
      const answer = await sdk(sender).send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
      expect([answer.KeyId, Buffer.from(answer.Plaintext ?? []).toString()]).toEqual([keyArn, "secret"]);
    },
  );

  test.each([
    ["AES_256", undefined, 32],
    ["AES_128", undefined, 16],
    [undefined, 64, 64],
  ] as const)("makes data keys: %p, %p", async (KeySpec, NumberOfBytes, size) => {
    const made = await sdk().send(new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec, NumberOfBytes }));
    expect(made.Plaintext).toHaveLength(size);
    const { Plaintext: again } = await sdk().send(
      new DecryptCommand({ CiphertextBlob: made.CiphertextBlob }),
    );
    expect(again).toEqual(made.Plaintext);
  });

  test("refuses another context, what it has not encrypted, and keys that are not in the app", async () => {
    const { CiphertextBlob } = await sdk().send(
      new EncryptCommand({ KeyId: keyArn, Plaintext, EncryptionContext }),
    );
    const refused = (input: object) =>
      sdk()
        .send(new DecryptCommand({ CiphertextBlob, ...input }))
        .catch(({ name }: Error) => name);
    expect(await refused({ EncryptionContext: { user: "bob" } })).toBe("InvalidCiphertextException");
    expect(await refused({ CiphertextBlob: Buffer.from("nothing") })).toBe("InvalidCiphertextException");
    expect(await refused({ EncryptionContext, KeyId: "alias/other" })).toBe("NotFoundException");
    await expect(sdk().send(new EncryptCommand({ KeyId: "other", Plaintext }))).rejects.toMatchObject({
      name: "NotFoundException",
    });
  });

  test("conditions read the context", async () => {
    const StringEquals = { "kms:EncryptionContext:user": "ada" };
    await serve(modelWith(mayDecrypt({ Condition: { StringEquals } })));
    const decryptFor = async (user: string) => {
      const context = { EncryptionContext: { user } };
      const { CiphertextBlob } = await sdk().send(
        new EncryptCommand({ KeyId: keyArn, Plaintext, ...context }),
      );
      return sdk(sender).send(new DecryptCommand({ CiphertextBlob, ...context }));
    };
    expect((await decryptFor("ada")).KeyId).toBe(keyArn);
    await expect(decryptFor("bob")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });

  test("ReEncrypt needs the permissions of both keys, each with its context", async () => {
    const context = {
      SourceEncryptionContext: { user: "ada" },
      DestinationEncryptionContext: { user: "bob" },
    };
    const { CiphertextBlob } = await sdk().send(
      new EncryptCommand({ KeyId: keyArn, Plaintext, EncryptionContext: { user: "ada" } }),
    );
    const reEncrypt = () =>
      sdk(sender).send(new ReEncryptCommand({ CiphertextBlob, DestinationKeyId: keyArn, ...context }));
    const StringEquals = { "kms:EncryptionContext:user": "bob" };
    await serve(modelWith(mayDecrypt({ Action: "kms:ReEncrypt*", Condition: { StringEquals } })));
    await expect(reEncrypt()).rejects.toMatchObject({ name: "AccessDeniedException" });
    expect(events).toMatchObject([{ event: "denial", action: "kms:ReEncryptFrom", resource: keyArn }]);
    await serve(modelWith(mayDecrypt({ Action: ["kms:ReEncryptFrom", "kms:ReEncryptTo"] })));
    const { CiphertextBlob: blob } = await reEncrypt();
    const decrypted = await sdk().send(
      new DecryptCommand({ CiphertextBlob: blob, EncryptionContext: { user: "bob" } }),
    );
    expect(Buffer.from(decrypted.Plaintext ?? [])).toEqual(Plaintext);
  });

  test("the policy of the key may allow, too", async () => {
    const Statement = [
      { Effect: "Allow", Principal: { AWS: roleArn }, Action: "kms:Encrypt", Resource: "*" },
    ];
    const policy = JSON.stringify({ Version: "2012-10-17", Statement });
    const encrypt = () => sdk(sender).send(new EncryptCommand({ KeyId: keyArn, Plaintext }));
    await expect(encrypt()).rejects.toMatchObject({ name: "AccessDeniedException" });
    await serve(modelWith(mayDecrypt(), { policy }));
    expect((await encrypt()).KeyId).toBe(keyArn);
  });
});
