import type { PermissionsReport } from "../local";
import type { AccessDiffOutput } from "./access/access-diff";
import type { RoutesOutput } from "./access/route-rows";
import type { CodeOutput } from "./code-only/run";
import type { ConsoleOutput } from "./console/run";
import type { DocsOutput } from "./docs/search";
import type { CodesOutput, ExplainOutput } from "./explain/explain";
import type { InitOutput } from "./init/init";
import type { VariablesOutput } from "./local/credentials";
import type { GraphOutput } from "./local/graph";
import type { InvokeOutput } from "./local/invoke";
import type { LocalLine, LogsLine, StartLine } from "./local/json-lines";
import type { TokenOutput } from "./local/token";
import type { InboxOutput, UsersOutput } from "./local/users";
import type { BuildOutput } from "./project/build-summary";
import type { MigrateOutput } from "./project/migrate-package";
import type { UpdateOutput } from "./project/update";
import type { RdsOutput } from "./rds/run";
import type { SecretsOutput } from "./secrets/run";
import type { StacksOutput } from "./stacks/list-stacks";
import type { DiffOutput } from "./terraform/diff";
import type { DeploymentOutput } from "./terraform/report";
import type { ErrorOutput } from "./ui/print-error";

/**
 * The output of the commands with `--json`, by their words; for commands that print lines, a line.
 *
 * `npm run docs` writes the JSON Schemas in `schemas` from these types, so that types, output and schemas cannot differ.
 */
export interface JsonOutputs {
  readonly build: BuildOutput;
  readonly console: ConsoleOutput;
  readonly deploy: DeploymentOutput | CodeOutput;
  readonly diff: DiffOutput | AccessDiffOutput;
  readonly docs: DocsOutput;
  /** The output of any command that fails. */
  readonly error: ErrorOutput;
  readonly explain: ExplainOutput | CodesOutput;
  readonly graph: GraphOutput;
  readonly init: InitOutput;
  readonly local: LocalLine;
  readonly "local credentials": VariablesOutput;
  readonly "local env": VariablesOutput;
  readonly "local inbox": InboxOutput;
  readonly "local invoke": InvokeOutput;
  readonly "local permissions": PermissionsReport;
  readonly "local token": TokenOutput;
  readonly "local users": UsersOutput;
  readonly logs: LogsLine;
  readonly migrate: MigrateOutput;
  readonly rds: RdsOutput;
  readonly remove: DeploymentOutput;
  readonly routes: RoutesOutput;
  readonly secrets: SecretsOutput;
  readonly stacks: StacksOutput;
  readonly start: StartLine;
  readonly update: UpdateOutput;
}
