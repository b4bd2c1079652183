import { createHash, randomBytes } from "node:crypto";
import { generateUuid } from "../../../../model";
import { refusals } from "../errors";
import { isSameSecret } from "../secrets/codes";
import {
  expectedSignature,
  isPublicValue,
  type SrpIdentity,
  serverValues,
  type Verifier,
} from "../secrets/srp";
import { type AuthAnswer, askClient, type Metadata, type SignIn, type SrpStep } from "./sign-in";

/** Asks for the proof of a password. A user who does not exist is asked, too, with values that are always the same. */
export function askForPasswordProof(signIn: SignIn, clientValue: string | undefined): AuthAnswer {
  const { pool, user, name } = signIn;
  const srpId = user?.username ?? generateUuid(`${pool.settings.id} nobody ${name}`);
  const srp = srpStep(user?.password ?? inventedVerifier(`${pool.settings.id} ${name}`), srpId, clientValue);
  return askClient(
    signIn,
    { challenge: "PASSWORD_VERIFIER", srp },
    { ...parametersOf(srp), USERNAME: srpId, USER_ID_FOR_SRP: srpId },
  );
}

export function srpStep(verifier: Verifier, srpId: string, clientValue: string | undefined): SrpStep {
  if (clientValue === undefined) throw refusals.invalid("Missing required parameter SRP_A");
  if (!isPublicValue(clientValue)) throw refusals.invalid("Invalid SRP_A");
  const secretBlock = randomBytes(512).toString("base64");
  return { verifier, server: serverValues(verifier), clientValue, secretBlock, srpId };
}

export const parametersOf = ({ verifier, server, secretBlock }: SrpStep): Metadata => ({
  SALT: verifier.salt,
  SRP_B: server.publicValue,
  SECRET_BLOCK: secretBlock,
});

/** Whether a response proves the password. */
export function isProof(srp: SrpStep, identity: SrpIdentity, responses: Metadata): boolean {
  const signature = responses.PASSWORD_CLAIM_SIGNATURE;
  const timestamp = responses.TIMESTAMP;
  if (
    signature === undefined ||
    timestamp === undefined ||
    !isTimestamp(timestamp) ||
    responses.PASSWORD_CLAIM_SECRET_BLOCK !== srp.secretBlock
  )
    return false;
  const { verifier, server, clientValue } = srp;
  const secretBlock = Buffer.from(srp.secretBlock, "base64");
  const expected = expectedSignature({ identity, verifier, server, clientValue, secretBlock, timestamp });
  return expected !== undefined && isSameSecret(expected, signature);
}

/**
 * Whether a text is a time as clients write it: `Sat Sep 5 08:02:11 UTC 2026`. A day with a leading zero and another
 * weekday are refused as a wrong password is.
 *
 * Source: answers of a user pool that https://github.com/ministackorg/ministack/pull/1758 has measured
 */
function isTimestamp(text: string): boolean {
  const [weekday, month, day, time, zone, year] = text.split(" ");
  const at = new Date(`${month} ${day} ${year} ${time} UTC`);
  if (zone !== "UTC" || Number.isNaN(at.getTime())) return false;
  const [spelled, numberOfDay] = at.toUTCString().split(/[ ,]+/);
  return spelled === weekday && String(Number(numberOfDay)) === day;
}

/** A verifier without a known password. */
function inventedVerifier(seed: string): Verifier {
  const bytes = (label: string) => createHash("sha256").update(`${label} ${seed}`).digest("hex");
  return { salt: bytes("salt").slice(0, 32), verifier: bytes("verifier").repeat(12) };
}
