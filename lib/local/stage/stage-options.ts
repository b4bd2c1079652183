import type { DeployedState } from "../../model";
import type { AwsOptions, Credentials } from "../../runtime/aws";
import type { Timers } from "../invoke";
import type { Report } from "../report";
import type { AccessKeys } from "../wire/local-credentials";

export interface LocalStageOptions {
  /** Terraform JSON of the app, for the stage. */
  readonly from: string;
  readonly bundlesFile: string | undefined;
  /** The folder for code. No other running server has it. */
  readonly folder: string;
  /** The access keys for calling `iam` routes. */
  readonly accessKeys: AccessKeys;
  readonly host: string;
  readonly port: number;
  readonly inspectPort: number | undefined;
  readonly idleMemoryMb?: number | undefined;
  /** Other addresses for integrations, by their URIs. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly watch: boolean;
  readonly report: Report;
  readonly reportsAccessLog?: boolean;
  readonly clock?: Timers;
  readonly state: DeployedState;
  /** Whether a function runs on this machine, by its construct path. The others run in AWS. */
  readonly isHere: (functionId: string) => boolean;
  /** Settings for calls of AWS, for functions that run there. */
  readonly aws: Omit<AwsOptions, "region">;
  /** Credentials of a deployed role, or the reason why there are none: functions with this role do not run here. */
  readonly credentialsOf: (roleArn: string) => Promise<Credentials | string>;
}
