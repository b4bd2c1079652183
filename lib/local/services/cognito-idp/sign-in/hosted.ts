import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import { preAuthentication } from "../triggers/simple-triggers";
import { migrateUser } from "../triggers/user-migration";
import type { AuthAnswer, SignIn } from "./sign-in";
import { answerChoice, choicesOf } from "./steps/choices";
import { checkSentPassword } from "./steps/password-check";

/** A sign-in at the pages. */
export interface HostedSignIn {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly name: string;
  /** Undefined where the user asks for something else. */
  readonly password?: string;
  /** A code by mail or message, or a passkey, in place of a password. */
  readonly asked?: "code" | "passkey";
}

/** Begins a sign-in at the pages. The flows that a client allows are those of the API: the pages need none. */
export async function signInAtPages({
  pool,
  client,
  name,
  password,
  asked,
}: HostedSignIn): Promise<AuthAnswer> {
  const { id: clientId, hidesUsers } = client;
  const migrating = { source: "UserMigration_Authentication", userName: name, clientId, password } as const;
  const known = pool.users.find(name);
  const user = known ?? (password === undefined ? undefined : await migrateUser(pool, migrating));
  await preAuthentication(pool, user, name, { clientId, hidesUsers, validationData: undefined });
  const signIn: SignIn = { pool, client, user, name, source: "TokenGeneration_HostedAuth", isHosted: true };
  if (password !== undefined) return checkSentPassword(signIn, password);
  if (asked === "passkey") return answerChoice(signIn, "WEB_AUTHN", {});
  const code = choicesOf(signIn).find((each) => each === "EMAIL_OTP" || each === "SMS_OTP");
  return answerChoice(signIn, code ?? "EMAIL_OTP", {});
}
