export { type ConsoleActions, type ShownStage, shownPermissions } from "./console/actions";
export { consoleFunctions } from "./console/console-functions";
export { ConsoleServer } from "./console/console-server";
export { FactStream } from "./console/fact-stream";
export { askRunningServer, type ControlPath } from "./control";
export { type DeclaredDatabase, declaredDatabases, migratorOf } from "./databases/declared-databases";
export { writeTypes } from "./databases/types-writer";
export { findFunction, functionNames } from "./find-function";
export { functionsOf } from "./functions/read-settings";
export type { RouteLine } from "./gateways/gateway";
export { currentCauses, newFactId, withCauses } from "./history/causes";
export {
  type Fact,
  type FactDetails,
  type FactError,
  type FactOf,
  hasFailed,
  outcomeOfRequest,
  type Verdict,
} from "./history/fact";
export { factText } from "./history/fact-text";
export { History } from "./history/history";
export { Newest } from "./history/newest";
export type { Trace, TracePage } from "./history/query";
export { recordInvocations } from "./history/record-invocations";
export { sharedFacts } from "./history/shared-facts";
export { createToken, PoolKeys } from "./identities";
export { cognitoCaller } from "./identities/cognito-caller";
export { identityCredentials } from "./identities/identity-sessions";
export { findClient, requireUserPool } from "./identities/user-pools";
export type { CallAnswer, InspectedApp, InspectedQueue, TablePage } from "./inspect/commands";
export {
  Bundles,
  type Clock,
  contained,
  createFolderWatcher,
  createFunctions,
  type FunctionSettings,
  type Functions,
  type InvokeEvent,
  type InvokeOutcome,
  inBackground,
  isJson,
  jsonOf,
  listenAt,
  type ObservedCall,
  onFault,
  pageRefusal,
  parseFunctionName,
  type ReportedError,
  settled,
  signalGroup,
  systemClock,
  type Timers,
  traceParent,
  trackIn,
} from "./invoke";
export { Local } from "./local";
export type { LocalOptions } from "./local-options";
export { readLocalSecrets, writeLocalSecrets } from "./local-secrets";
export { LoopbackServer } from "./loopback-server";
export { type AppMap, appMap } from "./map/app-map";
export { mermaidOf } from "./map/mermaid";
export { svgOf } from "./map/svg";
export { mapWithTraffic } from "./map/traffic";
export type { Overview } from "./overview/overview";
export { dataOf } from "./parts/console-data";
export type { PendingWork } from "./pending/pending-work";
export { type PermissionsMode, permissionsModes } from "./permissions/permissions-mode";
export {
  appendUse,
  type DeniedPermission,
  type RecordedUse,
  readUse,
} from "./permissions/usage/recorded-use";
export {
  type FunctionPermissions,
  type GrantUse,
  type PermissionsReport,
  permissionFailures,
  permissionsReport,
} from "./permissions/usage/report";
export type { InboxMessage, LocalEvent, Report } from "./report";
export { samplesByArn } from "./samples/samples-of";
export type { ServedUserPool } from "./served-user-pools";
export { localFolder, type ServerFolder, serverFolders, takeServerFolder } from "./server-folder";
export { checkPort, type ServedGateway } from "./servers";
export type { ListedUser, SeededUser, UsersAnswer, UsersCommand } from "./services/cognito-idp/commands";
export { servicesWithEndpoints, signingNameOf } from "./services/endpoint-variables";
export { isMeasuredService } from "./services/measured-services";
export { isDatabaseServer } from "./services/rds-data/clusters";
export { LocalQueue } from "./services/sqs/queue";
export { signingSecretIn } from "./signing-secret";
export { LocalStage } from "./stage/local-stage";
export type { LocalStageOptions } from "./stage/stage-options";
export { AccessKeys, type LocalCredentials } from "./wire/local-credentials";
export { readBody } from "./wire/request-body";
