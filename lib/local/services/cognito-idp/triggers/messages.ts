import { block, text } from "../../../../model/resources/values";
import { ServiceError } from "../../contract/define-service";
import type { MessageTemplate, Sending } from "../pool";
import { encryptedCode } from "../secrets/encrypted-code";
import { invokeTrigger, triggerArn, triggerAttributes } from "./invoke-trigger";

/**
 * The texts of the app's trigger for a message; those that it leaves are the pool's.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
export async function customTexts(sending: Sending): Promise<Partial<MessageTemplate>> {
  const { pool, user, occasion, clientId, clientMetadata } = sending;
  const isInvitation = occasion === "AdminCreateUser";
  const answer = await invokeTrigger(pool, "custom_message", {
    source: `CustomMessage_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      userAttributes: triggerAttributes(pool, user),
      codeParameter: "{####}",
      linkParameter: "{##Click Here##}",
      usernameParameter: isInvitation ? "{username}" : null,
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  if (answer === undefined) return {};
  const [email, sms, subject] = ["emailMessage", "smsMessage", "emailSubject"].map((name) =>
    text(answer, name),
  );
  for (const each of [email, sms]) {
    if (each !== undefined && !/\{####\}|\{##[^#]*##\}/.test(each))
      throw new ServiceError(
        "CustomMessageException",
        "The message has no code: write {####} where it belongs.",
      );
  }
  return {
    ...(email !== undefined && { email }),
    ...(sms !== undefined && { sms }),
    ...(subject !== undefined && { subject }),
  };
}

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
