import { propKeys } from "../core/checks/check";
import type { AppQuotas } from "./quotas";
import type { RemovalPolicy } from "./removal-policy";
import type { AppBackendProps } from "./settings/backend";
import type { ProviderProps } from "./settings/provider-props";

/** Options of `App`. They override the environment and `cdktf.json`. */
export interface AppProps {
  /**
   * Name of the application. It is part of stack ids and physical names.
   *
   * @default - `SERVERFORM_NAME`, `serverform.name` of the context, the name in `package.json`, `my-app`
   */
  readonly name?: string | undefined;
  /**
   * Stage: one deployment of the application. Stages share neither state nor names.
   *
   * @default - `SERVERFORM_STAGE`, `serverform.stage` of the context, `dev`
   */
  readonly stage?: string | undefined;
  /**
   * AWS region. It must be a literal, since ARNs and host names are built from it.
   *
   * @default - `SERVERFORM_REGION`, `serverform.region` of the context, `AWS_REGION`, `AWS_DEFAULT_REGION`, `us-east-1`
   */
  readonly region?: string | undefined;
  /**
   * AWS account id.
   *
   * @default - `SERVERFORM_ACCOUNT`; without it, the account is read at deployment when something needs it
   */
  readonly account?: string | undefined;
  /**
   * Where Terraform keeps the state of each stack.
   *
   * @default - `serverform.backend` of the context; without it, files next to `cdktf.json`
   */
  readonly backend?: AppBackendProps | undefined;
  /**
   * Settings of the AWS provider in all stacks: credentials, tags, retries, endpoints, version.
   *
   * @default - the credentials in the environment, and the provider's own defaults
   */
  readonly provider?: ProviderProps | undefined;
  /**
   * Prefix of the names of the SSM parameters of bindings.
   *
   * @default - `SERVERFORM_SSM_PREFIX`, `serverform.ssmPrefix` of the context, nothing
   */
  readonly ssmPrefix?: string | undefined;
  /**
   * Where bundles are zipped. `archive`: by Terraform, during the plan. `synth`: by this library, at synthesis, with a literal
   * hash, for pipelines that apply a saved plan on another machine.
   *
   * @default "archive" - "synth" with the backend `cloud`, which may plan and apply in different folders
   */
  readonly packaging?: "archive" | "synth" | undefined;
  /**
   * Stores each variable of every bindable construct as an SSM parameter, for code that does not run in functions.
   *
   * @default false - only if something needs it
   */
  readonly bindingParameters?: boolean | undefined;
  /**
   * Records where each construct was created. A synthesis takes more than twice as long.
   *
   * @default false - true when `DEBUG` is set
   */
  readonly stackTraces?: boolean | undefined;
  /**
   * The treatment of data when its resource is removed from the application.
   *
   * @default - each resource's own default
   */
  readonly defaultRemovalPolicy?: RemovalPolicy | undefined;
  /**
   * Protects the stage where users depend on it: `isProtected: stage === "live"`.
   *
   * `serverform start`, `local --state` and `remove` refuse it, and `serverform deploy` refuses to replace or delete
   * resources that hold data, and to replace resources whose address others use.
   *
   * @default false - `serverform start` asks for `--yes` in the stages `prod` and `production`
   */
  readonly isProtected?: boolean | undefined;
  /**
   * Lets identities of the account that may call `sts:AssumeRole` assume the roles of functions, so that
   * `serverform local --state` runs functions with the permissions that they have in AWS. It has no effect if `isProtected` is set.
   *
   * @default false - functions whose role the developer cannot assume do not run there
   */
  readonly developersAssumeRoles?: boolean | undefined;
  /**
   * Quotas that AWS has raised for you: `{ routesPerHttpApi: 600 }`.
   *
   * @default - the quotas of every account; the synthesis fails if the app exceeds them
   */
  readonly quotas?: AppQuotas | undefined;
  /**
   * Notices that are not printed, by a part of their text: `["log role for API Gateway"]`.
   *
   * @default - every notice is printed
   */
  readonly acknowledgedNotices?: readonly string[] | undefined;
  /**
   * Values that constructs read with `node.tryGetContext`, over those of `cdktf.json`.
   *
   * @default - the context of `cdktf.json`
   */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Folder of the output.
   *
   * @default - `CDKTF_OUTDIR`, `cdktf.out`
   */
  readonly outdir?: string | undefined;
  /**
   * Skips the checks that constructs have added with `node.addValidation`. The checks of this library always run.
   *
   * @default false
   */
  readonly skipValidation?: boolean | undefined;
  /**
   * An option of CDKTF that its current version does not read.
   *
   * @default false
   */
  readonly skipBackendValidation?: boolean | undefined;
  /**
   * Writes HCL in place of JSON.
   *
   * @default false - `SYNTH_HCL_OUTPUT`, which takes precedence
   */
  readonly hclOutput?: boolean | undefined;
}

export const appKeys = propKeys<AppProps>()({
  name: "text",
  stage: "text",
  region: "text",
  account: "text",
  backend: true,
  provider: true,
  ssmPrefix: "text",
  packaging: true,
  bindingParameters: "boolean",
  stackTraces: "boolean",
  defaultRemovalPolicy: true,
  isProtected: "boolean",
  developersAssumeRoles: "boolean",
  quotas: "map",
  acknowledgedNotices: "knownTexts",
  context: "map",
  outdir: "text",
  skipValidation: "boolean",
  skipBackendValidation: "boolean",
  hclOutput: "boolean",
});
