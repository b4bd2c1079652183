import { existsSync } from "node:fs";
import { defaultRuntime } from "../../bundle";
import { cloudWorkspace, localStateFile } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Diagnostic } from "./messages";

/** An explanation of a Terraform or provider message for authors of constructs. */
interface Hint {
  readonly message: RegExp;
  /** Messages that have another hint. @default - none */
  readonly isNot?: RegExp;
  readonly hint: string | ((stack: SynthesizedStack, problem: Diagnostic) => string | undefined);
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
    hint: `AWS no longer accepts functions with this runtime. Set a newer one, for example runtime: "${defaultRuntime}".`,
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
      "(app.setDefaultRemovalPolicy) and deploy first. If only its creation was interrupted, and it is complete in AWS, keep it: terraform untaint.",
  },
  {
    message: /\bupdate: \S+ (?:failed|cannot be invoked): /,
    hint: (_, { address = "<address>" }) =>
      "Terraform has stored the new input of the script, so the next deployment does not run it again. Change the code or " +
      `its version, or run in the stack's folder: terraform apply -replace='${address}', which runs onDelete and onCreate.`,
  },
  {
    message:
      /final_snapshot_identifier is required|FinalSnapshotIdentifier is required|DBClusterSnapshotAlreadyExists/i,
    hint:
      "The cluster has no name for its final snapshot (it was imported), or one that another snapshot has. Set another one on the RDS and deploy, " +
      'then remove: cdk: { cluster: { finalSnapshotIdentifier: "<a new name>" } }.',
  },
  {
    message: /Saved plan is stale/,
    hint: "The stack has changed since it was planned. Make a new plan, and review it: serverform diff --out <file>.",
  },
  {
    message: /No value for required variable/,
    hint: "Set the variable in the environment: TF_VAR_<name>.",
  },
  {
    message: /Unsupported state file format|state file could not be parsed/i,
    hint: (stack) => {
      const file = localStateFile(stack);
      if (file === undefined)
        return "The state in the backend is damaged. Restore an earlier version of it, for example one of the bucket's versions.";
      return (
        `The state file is damaged: ${file}. ` +
        (existsSync(`${file}.backup`)
          ? `The state before the last change is beside it. If it is intact, restore it: cp '${file}.backup' '${file}'. The next plan shows the changes that it does not contain.`
          : "There is no backup beside it. Restore it from your backups, or from version control.")
      );
    },
  },
  {
    // Terraform reports that it cannot lock a state that it cannot read.
    message:
      /^(?!.*Unsupported state file format).*(?:Error acquiring the state lock|workspace already locked|The workspace is locked)/,
    hint: (stack, { detail }) => {
      const { organization, name } = cloudWorkspace(stack) ?? {};
      const [, lock = "<id>"] = /^[ \t]*ID:\s+(\S+)/m.exec(detail) ?? [];
      const id = name === undefined ? lock : `${organization}/${name}`;
      return (
        "Another run or a user holds the lock of this stack, or a run was killed. If none of them is active, release the " +
        `lock: cd ${stack.folder || "<folder of the stack>"} && terraform force-unlock ${id}`
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
    message: /input is disabled|Migrating to (?:HCP Terraform|Terraform Cloud)|Should Terraform migrate/i,
    hint:
      "The stack has state in its old backend, and Terraform wants to ask whether to copy it. In the stack's folder, run " +
      "terraform init once, without serverform, and answer its question.",
  },
  {
    message: /\bunauthorized\b|Required token could not be found|API token for \S+ is (?:not )?valid/i,
    hint: (stack) => {
      const { host } = cloudWorkspace(stack) ?? {};
      if (host === undefined) return undefined;
      return `Terraform Cloud does not accept the token. Get a new one with terraform login ${host}, or set TF_TOKEN_${host.replace(/\./g, "_").replace(/-/g, "__")}.`;
    },
  },
  {
    message:
      /ResourceInUseException|already exists?\b|BucketAlreadyOwnedByYou|(?:Entity|Resource)AlreadyExists(?!: Provider with url)|AlreadyExistsException|ResourceConflictException/i,
    isNot:
      /EntityAlreadyExists: Provider with url|ConflictException: .{0,80}(?:rule|route)|(?:rule|route).{0,80}already exists/i,
    hint: (_, { address = "<address>", summary, detail }) =>
      "The resource exists in the account, but not in the state: `serverform remove` without a removal policy keeps data, and an interrupted deployment may not have heard that AWS has created it. To take " +
      `it over, import it and deploy: stack.addOverride("import", [{ to: "${address}", id: "${existingName(`${summary} ${detail}`) ?? "<its name>"}" }]). If the plan ` +
      "replaces the resource, the old one still has the name: undo the change, or give the construct another id and move the data.",
  },
  {
    message: /EntityAlreadyExists: Provider with url/i,
    hint:
      "An account has one OpenID Connect provider for an address, and another stage has created it. Use that one: " +
      'identityPoolFederation: { enterprise: { cdk: { provider: "<its ARN>" } } }.',
  },
  {
    message: /ConflictException.{0,200}already exists|(?:rule|route).{0,80}already exists/i,
    hint:
      "If the route or rule has moved from another stack, deploy the stack that had it first, alone " +
      "(serverform deploy <stack>), and then this one.",
  },
  {
    message:
      /No valid credential sources found|ExpiredToken|InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|no EC2 IMDS role found|failed to refresh cached SSO/i,
    hint: "Terraform found no valid AWS credentials. Sign in, or select a profile with --profile.",
  },
  {
    message: /SignatureDoesNotMatch/,
    hint: "AWS knows the access key, but the secret key does not match it. Set both again (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), or select a profile with --profile. A clock that is wrong by minutes has the same effect.",
  },
];

/** The name of a resource that exists, as the provider or the service writes it. */
function existingName(text: string): string | undefined {
  const plain = text.replace(/\s+/g, " ");
  const patterns = [
    /Table already exists: ([\w.-]+)/,
    /(?:Role|Policy|Group|User|InstanceProfile|Instance Profile) with name (\S+) already exists/,
    /\b[Cc]reating [\w /-]{1,80} \(([^)\s]+)\)/,
  ];
  return patterns.flatMap((pattern) => pattern.exec(plain)?.[1] ?? []).at(0);
}

/** The hints that match a problem, in the order of the table. */
export function hintsFor(stack: SynthesizedStack, problem: Diagnostic): readonly string[] {
  const text = `${problem.summary}\n${problem.detail}`.replace(/\s+/g, " ");
  return hints
    .filter(({ message, isNot }) => message.test(text) && isNot?.test(text) !== true)
    .map(({ hint }) => (typeof hint === "string" ? hint : hint(stack, problem)))
    .filter((hint) => hint !== undefined);
}

/** Whether a plan failed because it reads an output of another stack that has not been deployed. */
export function needsOutputOfOtherStack({ summary, detail }: Diagnostic): boolean {
  return (
    summary === "Unable to find remote state" ||
    // OpenTofu adds this, without a reason.
    (summary.endsWith(": Unable to read remote state") && detail === "") ||
    (summary === "Unsupported attribute" && detail.includes("cross-stack-output-"))
  );
}
