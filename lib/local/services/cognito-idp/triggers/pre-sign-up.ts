import type { Pool } from "../pool";
import type { Attributes } from "../state/attributes";
import { invokeTrigger } from "./invoke-trigger";

export interface SigningUp {
  readonly source: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser" | "PreSignUp_ExternalProvider";
  readonly userName: string;
  readonly clientId: string | undefined;
  readonly attributes: Attributes;
  readonly validationData?: Attributes | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** The decision of the function about a new user. */
export interface SignUpDecision {
  readonly isConfirmed: boolean;
  readonly verified: Attributes;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html */
export async function preSignUp(pool: Pool, signingUp: SigningUp): Promise<SignUpDecision> {
  const { source, userName, clientId, attributes, validationData = {}, clientMetadata } = signingUp;
  const answer = await invokeTrigger(pool, "pre_sign_up", {
    source,
    userName,
    clientId,
    request: {
      userAttributes: attributes,
      validationData: Object.keys(validationData).length === 0 ? null : validationData,
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  const isTrue = (name: string): boolean => answer?.[name] === true;
  return {
    isConfirmed: isTrue("autoConfirmUser"),
    verified: {
      ...(isTrue("autoVerifyEmail") && attributes.email !== undefined && { email_verified: "true" }),
      ...(isTrue("autoVerifyPhone") &&
        attributes.phone_number !== undefined && { phone_number_verified: "true" }),
    },
  };
}
