import { text } from "../../../../model/resources/values";
import { ServiceError } from "../../contract/define-service";
import type { MessageTemplate, Sending } from "../sending";
import { invokeTrigger } from "./invoke-trigger";
import { triggerAttributes } from "./user-attributes";

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
