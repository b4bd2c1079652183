export { awsEndpoints, namedHostHeader } from "./aws-hosts";
export { authorityFor, type Hosts } from "./bootstraps/node/redirected-requests";
export { answerClientErrors, sendStatus } from "./client-errors";
export { type Clock, systemClock, type Timers } from "./clock";
export { type Bundles, type BundlesOptions, createBundles } from "./code/bundles";
export type { InvokeEvent, InvokeReport, ReportedError } from "./events";
export { parseFunctionName } from "./function-name";
export type { CodeSource, FunctionSettings } from "./function-settings";
export { createFunctions, type Functions, type FunctionsOptions } from "./functions";
export type { InvokeOutcome, InvokeRequest, StreamChunk } from "./invocation";
export { maxPayloadBytes } from "./invocation-result";
export { isJson, jsonOf } from "./json";
export {
  type AwsCredentials,
  functionVariables,
  type ProcessEnvironment,
  type ProxySettings,
} from "./processes/environment";
export { runsHere } from "./processes/start-process";
export { programFile } from "./program-file";
export { randomText } from "./random-text";
export { functionTraceHeader, traceHeader, traceParent } from "./trace-header";
export { createFolderWatcher } from "./watch/watch-folders";
