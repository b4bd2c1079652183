import type { Pool } from "../pool";
import type { Attributes } from "../state/attributes";
import type { User } from "../state/user";
import { invokeTrigger, triggerAttributes } from "./invoke-trigger";

interface SigningUp {
  readonly source: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser" | "PreSignUp_ExternalProvider";
  readonly userName: string;
  readonly clientId: string | undefined;
  readonly attributes: Attributes;
  readonly validationData?: Attributes | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** The decision of the function about a new user. */
interface SignUpDecision {
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

type Metadata = Readonly<Record<string, string>> | undefined;

interface Caller {
  readonly clientId: string | undefined;
  readonly clientMetadata?: Metadata;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html */
export async function postConfirmation(
  pool: Pool,
  user: User,
  source: "PostConfirmation_ConfirmSignUp" | "PostConfirmation_ConfirmForgotPassword",
  { clientId, clientMetadata }: Caller,
): Promise<void> {
  await invokeTrigger(pool, "post_confirmation", {
    source,
    userName: user.username,
    clientId,
    request: {
      userAttributes: triggerAttributes(pool, user),
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: {},
  });
}

/**
 * @param user - undefined: there is no such user, which the pool hides
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html
 */
export async function preAuthentication(
  pool: Pool,
  user: User | undefined,
  userName: string,
  {
    clientId,
    validationData,
    hidesUsers,
  }: { clientId: string; validationData: Metadata; hidesUsers: boolean },
): Promise<void> {
  await invokeTrigger(pool, "pre_authentication", {
    source: "PreAuthentication_Authentication",
    userName: user?.username ?? userName,
    clientId,
    request: {
      userAttributes: user === undefined ? {} : triggerAttributes(pool, user),
      validationData: validationData ?? null,
      ...(hidesUsers && { userNotFound: user === undefined }),
    },
    response: {},
  });
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-authentication.html */
export async function postAuthentication(
  pool: Pool,
  user: User,
  { clientId, clientMetadata, newDeviceUsed }: Caller & { readonly newDeviceUsed: boolean },
): Promise<void> {
  await invokeTrigger(pool, "post_authentication", {
    source: "PostAuthentication_Authentication",
    userName: user.username,
    clientId,
    request: {
      userAttributes: triggerAttributes(pool, user),
      newDeviceUsed,
      ...(clientMetadata !== undefined && { clientMetadata }),
    },
    response: {},
  });
}
