import { type Stack, Userbase, type UserbaseThreatProtectionProps } from "serverform";

declare const stack: Stack;

/** Settings of a directory that the compiler accepts, and those that it refuses. */
export function types(): void {
  new Userbase(stack, "Users", {
    client: { authFlows: ["srp", "password"], accessTokenValidity: "10 minutes" },
    passwordPolicy: { require: [] },
    threatProtection: { mode: "audit", accountTakeover: { low: "none", high: { action: "block" } } },
    logDelivery: { userNotification: true, userAuthEvents: { bucketArn: "arn:aws:s3:::logs" } },
  });
  // @ts-expect-error the main client is one of users
  new Userbase(stack, "Users", { client: { type: "machine" } });
  // @ts-expect-error its overrides are in cdk.userPoolClient of the directory
  new Userbase(stack, "Users", { client: { cdk: {} } });
  // @ts-expect-error logs of messages go to log groups only
  new Userbase(stack, "Users", { logDelivery: { userNotification: { bucketArn: "arn:aws:s3:::logs" } } });
  // @ts-expect-error the days are a duration
  new Userbase(stack, "Users", { passwordPolicy: { temporaryPasswordValidity: 7 } });
  // @ts-expect-error actions have a mode
  const modeless: UserbaseThreatProtectionProps = { compromisedCredentials: "block" };
  void modeless;
}
