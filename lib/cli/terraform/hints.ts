import type { Diagnostic } from "./messages";

/** What a message of Terraform or of a provider means for somebody who has written constructs. */
interface Hint {
  readonly message: RegExp;
  readonly hint: string;
}

const hints: readonly Hint[] = [
  {
    message: /CloudWatch Logs role ARN must be set in account settings/i,
    hint:
      "REST and WebSocket APIs write access logs with a role that is set once per account and region. " +
      "Let this app set it (cdk.restApi.cloudWatchRole: true, or cdk.webSocketApi.cloudWatchRole: true), " +
      "or switch the logs off with accessLog: false.",
  },
  {
    message: /no matching (?:Route ?53 ?(?:Hosted ?)?Zone|hosted zone) found/i,
    hint:
      "The hosted zone is looked up as the domain name without its first label. " +
      "Pass its name as customDomain.hostedZone, or check that the zone is in this account and is public.",
  },
  {
    message: /runtime.{0,80}(?:is no longer supported|deprecated)/i,
    hint: 'AWS no longer takes functions of this runtime. Set a newer one, for example runtime: "nodejs22.x".',
  },
  {
    message: /Only one resolver is allowed per field/i,
    hint:
      "The field has a resolver already, perhaps one that this deployment replaces under a new name. " +
      "Deploy once without it, then again with it.",
  },
  {
    message: /Instance cannot be destroyed|prevent_destroy/,
    hint:
      'The removal policy "retain" protects this resource. To remove it, set the policy to "destroy" ' +
      "(app.setDefaultRemovalPolicy) and deploy first.",
  },
  {
    message: /No value for required variable/,
    hint: "Set the variable in the environment: TF_VAR_<name>.",
  },
  {
    message: /Error acquiring the state lock/,
    hint:
      "Another run works on this stack, or one was killed. If none does, release the lock in the stack's folder: " +
      "terraform force-unlock <id>.",
  },
  {
    message: /Backend configuration changed|Backend type changed/i,
    hint:
      "The state of this stack is kept somewhere else now. In the stack's folder run terraform init -migrate-state " +
      "to take it along, or terraform init -reconfigure to go on with what lies at the new place.",
  },
  {
    message:
      /No valid credential sources found|ExpiredToken|no EC2 IMDS role found|failed to refresh cached SSO/i,
    hint: "Terraform found no valid AWS credentials. Sign in, or choose a profile with --profile.",
  },
];

/** Hints for a problem, in the order of the table. */
export function hintsFor({ summary, detail }: Diagnostic): readonly string[] {
  const text = `${summary}\n${detail}`.replace(/\s+/g, " ");
  return hints.filter(({ message }) => message.test(text)).map(({ hint }) => hint);
}

/** Whether a plan failed only because a stack that it reads from has not been deployed, or not with this output. */
export function missesOtherStack({ summary, detail }: Diagnostic): boolean {
  return (
    summary === "Unable to find remote state" ||
    (summary === "Unsupported attribute" && detail.includes("cross-stack-output-"))
  );
}
