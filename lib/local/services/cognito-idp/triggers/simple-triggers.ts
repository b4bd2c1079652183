import type { Pool } from "../pool";
import type { User } from "../state/user";
import { invokeTrigger } from "./invoke-trigger";
import { triggerAttributes } from "./user-attributes";

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
