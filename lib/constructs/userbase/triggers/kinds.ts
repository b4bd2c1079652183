import type { CognitoUserPoolLambdaConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { FunctionReference } from "../../../kit/function";
import type { UserbaseProps } from "../props";

/** The functions that the user directory calls at its steps. Each step waits for the response of its function. */
export interface UserbaseUserPoolTriggers {
  /** Creates the question of a custom challenge. @default - none */
  readonly createAuthChallenge?: FunctionReference | undefined;
  /**
   * Sends all emails instead of the directory; their codes are encrypted for the function.
   *
   * @default - the directory sends them
   */
  readonly customEmailSender?: FunctionReference | undefined;
  /** Writes the texts of emails and SMS. @default - the texts of the directory */
  readonly customMessage?: FunctionReference | undefined;
  /**
   * Sends all SMS instead of the directory; their codes are encrypted for the function.
   *
   * @default - the directory sends them
   */
  readonly customSmsSender?: FunctionReference | undefined;
  /** Decides which custom challenge comes next, and when the user is signed in. @default - none */
  readonly defineAuthChallenge?: FunctionReference | undefined;
  /** Runs after each sign-in. @default - none */
  readonly postAuthentication?: FunctionReference | undefined;
  /** Runs after a user has been confirmed. @default - none */
  readonly postConfirmation?: FunctionReference | undefined;
  /** Can refuse a sign-in before the password is checked. @default - none */
  readonly preAuthentication?: FunctionReference | undefined;
  /** Can refuse a new user, or confirm one immediately. @default - everyone may sign up, and confirms with a code */
  readonly preSignUp?: FunctionReference | undefined;
  /**
   * Adds claims to tokens, or removes some.
   *
   * Terraform's provider cannot remove this trigger from the directory while other triggers stay: the directory would
   * continue to call a deleted function, so the plan fails. To remove it, deploy once without `triggers`, then with
   * the others.
   *
   * @default - the claims of the directory
   */
  readonly preTokenGeneration?: FunctionReference | undefined;
  /** Imports users of another directory when they sign in for the first time. @default - none */
  readonly userMigration?: FunctionReference | undefined;
  /** Checks the answer to a custom challenge. @default - none */
  readonly verifyAuthChallengeResponse?: FunctionReference | undefined;
}

export type TriggerKey = keyof UserbaseUserPoolTriggers;

/** The configuration of one trigger in the pool. */
export interface TriggerKind {
  /** Key of `lambda_config` that holds the ARN of the function. @default - only the block has it */
  readonly arnKey?: keyof CognitoUserPoolLambdaConfig | undefined;
  /** Block of `lambda_config` that holds the ARN and the event version. @default - none */
  readonly blockKey?: keyof CognitoUserPoolLambdaConfig | undefined;
  /** Event version of the block; undefined omits the block. */
  readonly eventVersion?: (props: UserbaseProps) => string | undefined;
  /** The trigger is part of a custom challenge, for which the clients allow a flow. @default false */
  readonly isChallenge?: boolean | undefined;
  /** The trigger sends codes, which are encrypted for it with a KMS key. @default false */
  readonly sendsCodes?: boolean | undefined;
}

/** Event versions of `preTokenGeneration`, as the service writes them. */
export const tokenEventVersions = { v1_0: "V1_0", v2_0: "V2_0", v3_0: "V3_0" } as const;

/** All triggers, in the order of the documentation. A new trigger needs a prop above and a row here. */
export const triggerKinds: Readonly<Record<TriggerKey, TriggerKind>> = {
  createAuthChallenge: { arnKey: "createAuthChallenge", isChallenge: true },
  customEmailSender: { blockKey: "customEmailSender", eventVersion: () => "V1_0", sendsCodes: true },
  customMessage: { arnKey: "customMessage" },
  customSmsSender: { blockKey: "customSmsSender", eventVersion: () => "V1_0", sendsCodes: true },
  defineAuthChallenge: { arnKey: "defineAuthChallenge", isChallenge: true },
  postAuthentication: { arnKey: "postAuthentication" },
  postConfirmation: { arnKey: "postConfirmation" },
  preAuthentication: { arnKey: "preAuthentication" },
  preSignUp: { arnKey: "preSignUp" },
  // The service returns the function in both places, and the provider reads both: with both set, a change of the
  // function changes both.
  // Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/cognito_user_pool#pre_token_configuration_type
  preTokenGeneration: {
    arnKey: "preTokenGeneration",
    blockKey: "preTokenGenerationConfig",
    eventVersion: ({ preTokenGenerationVersion: version }) => version && tokenEventVersions[version],
  },
  userMigration: { arnKey: "userMigration" },
  verifyAuthChallengeResponse: { arnKey: "verifyAuthChallengeResponse", isChallenge: true },
} satisfies Record<keyof UserbaseUserPoolTriggers, TriggerKind>;

export const triggerKeys = Object.keys(triggerKinds) as readonly TriggerKey[];

/** The triggers that the caller gave, in the order of the documentation. */
export function givenTriggers({ triggers = {} }: UserbaseProps): readonly TriggerKey[] {
  return triggerKeys.filter((key) => triggers[key] !== undefined);
}

/** The `lambda_config` keys of one trigger. */
export function triggerConfig(
  key: TriggerKey,
  lambdaArn: string,
  props: UserbaseProps,
): CognitoUserPoolLambdaConfig {
  const { arnKey, blockKey, eventVersion } = triggerKinds[key];
  const lambdaVersion = eventVersion?.(props);
  return {
    ...(arnKey !== undefined && { [arnKey]: lambdaArn }),
    ...(blockKey !== undefined &&
      lambdaVersion !== undefined && { [blockKey]: { lambdaArn, lambdaVersion } }),
  };
}
