import { generateKeyPairSync } from "node:crypto";
import { sendSigned, untilRoleIsReady } from "../aws/signed-request";

interface KeyNames {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The event of Terraform: the input of the invocation, and the lifecycle action. */
export interface AuthKeysStep extends KeyNames {
  readonly tf: {
    readonly action: "create" | "update" | "delete";
    readonly prev_input?: KeyNames | null | undefined;
  };
}

/**
 * Creates the keys of an `Auth`, and deletes them with it.
 *
 * Returns nothing, because Terraform stores the result in its state.
 */
export async function handler({ publicKey, privateKey, tf }: AuthKeysStep): Promise<void> {
  const { action, prev_input: before } = tf;
  if (action === "delete") return deleteKeys({ publicKey, privateKey });
  const isSame = before?.publicKey === publicKey && before.privateKey === privateKey;
  if (action === "update" && isSame) return;
  await createKeys({ publicKey, privateKey });
  if (before !== undefined && before !== null && !isSame) await deleteKeys(before);
}

async function createKeys(names: KeyNames): Promise<void> {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  for (const key of ["privateKey", "publicKey"] as const) {
    await call("PutParameter", { Name: names[key], Value: keys[key], Type: "SecureString", Overwrite: true });
  }
}

async function deleteKeys({ publicKey, privateKey }: KeyNames): Promise<void> {
  await call("DeleteParameters", { Names: [publicKey, privateKey] });
}

/** The message of an error does not contain a key: SSM does not repeat refused input. */
async function call(operation: string, input: object): Promise<void> {
  const body = JSON.stringify(input);
  const target = `AmazonSSM.${operation}`;
  const { status, body: answer } = await untilRoleIsReady(() =>
    sendSigned({ service: "ssm", path: "/", body, target }),
  );
  if (status >= 300)
    throw new Error(`${operation} has failed with status ${status}: ${answer.slice(0, 500)}`);
}
