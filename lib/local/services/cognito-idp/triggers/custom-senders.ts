import { block, text } from "../../../../model/resources/values";
import { encryptedCode } from "../secrets/encrypted-code";
import type { Sending } from "../sending";
import { invokeTrigger, triggerArn } from "./invoke-trigger";
import { triggerAttributes } from "./user-attributes";

/**
 * Lets the app's own function send a message; returns the function's name, or undefined where the pool has none.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
 */
export async function sentBy(sending: Sending, medium: "EMAIL" | "SMS"): Promise<string | undefined> {
  const { pool, user, occasion, clientId, clientMetadata, code } = sending;
  const key = medium === "EMAIL" ? "custom_email_sender" : "custom_sms_sender";
  const arn = triggerArn(pool, key);
  if (arn === undefined) return undefined;
  const [name, type] =
    medium === "EMAIL"
      ? (["CustomEmailSender", "customEmailSenderRequestV1"] as const)
      : (["CustomSMSSender", "customSMSSenderRequestV1"] as const);
  const keyArn = text(block(pool.settings.values, "lambda_config") ?? {}, "kms_key_id");
  await invokeTrigger(pool, key, {
    source: `${name}_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      type,
      // A pool cannot be deployed with a sender and without a key.
      code: keyArn === undefined ? Buffer.from(code).toString("base64") : encryptedCode(keyArn, code),
      clientMetadata: clientMetadata ?? null,
      userAttributes: triggerAttributes(pool, user),
    },
  });
  return arn.split(":")[6] ?? arn;
}
