import { cloudWorkspace } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Diagnostic } from "./messages";

/** An explanation of a Terraform or provider message for authors of constructs. */
interface Hint {
  readonly message: RegExp;
  readonly hint: string | ((stack: SynthesizedStack) => string);
}

const hints: readonly Hint[] = [
  {
    message: /CloudWatch Logs role ARN must be set in account settings/i,
    hint:
      "REST and WebSocket APIs write access logs with an IAM role that is set once per account and region. " +
      "Let this app set the role (cdk.restApi.cloudWatchRole: true, or cdk.webSocketApi.cloudWatchRole: true), " +
      "or disable the logs with accessLog: false.",
  },
  {
    message: /no matching (?:Route ?53 ?(?:Hosted ?)?Zone|hosted zone) found/i,
    hint:
      "The hosted zone is looked up as the domain name without its first label. " +
      "Pass its name as customDomain.hostedZone, or check that the zone is in this account and is public.",
  },
  {
    message: /runtime.{0,80}(?:is no longer supported|deprecated)/i,
    hint: 'AWS no longer accepts functions with this runtime. Set a newer one, for example runtime: "nodejs22.x".',
  },
  {
    message: /Only one resolver is allowed per field/i,
    hint:
      "The field already has a resolver, perhaps one that this deployment replaces under a new name. " +
      "Deploy once without the resolver, then again with it.",
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
    message: /Error acquiring the state lock|workspace already locked|The workspace is locked/,
    hint: (stack) => {
      const { organization, name } = cloudWorkspace(stack) ?? {};
      const id = name === undefined ? "<id>" : `${organization}/${name}`;
      return (
        "Another run or a user holds the lock of this stack, or a run was killed. If none of them is active, release the " +
        `lock in the stack's folder: terraform force-unlock ${id}`
      );
    },
  },
  {
    message: /Backend configuration changed|Backend type changed/i,
    hint:
      "The backend of this stack has changed. In the stack's folder, run terraform init -migrate-state " +
      "to copy the state to the new backend, or terraform init -reconfigure to use the state that the new backend has.",
  },
  {
    message:
      /No valid credential sources found|ExpiredToken|no EC2 IMDS role found|failed to refresh cached SSO/i,
    hint: "Terraform found no valid AWS credentials. Sign in, or select a profile with --profile.",
  },
];

/** The hints that match a problem, in the order of the table. */
export function hintsFor(stack: SynthesizedStack, { summary, detail }: Diagnostic): readonly string[] {
  const text = `${summary}\n${detail}`.replace(/\s+/g, " ");
  return hints
    .filter(({ message }) => message.test(text))
    .map(({ hint }) => (typeof hint === "string" ? hint : hint(stack)));
}

/** Whether a plan failed because it reads an output of another stack that has not been deployed. */
export function needsOutputOfOtherStack({ summary, detail }: Diagnostic): boolean {
  return (
    summary === "Unable to find remote state" ||
    (summary === "Unsupported attribute" && detail.includes("cross-stack-output-"))
  );
}
