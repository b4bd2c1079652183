export { contained, inBackground, onFault, orReport, settled, trackIn } from "../../facts/text/contained";
export { isJson, jsonOf } from "../../facts/text/json";
export { awsEndpoints, namedHostHeader } from "./aws-hosts";
export { authorityFor, type Hosts } from "./bootstraps/node/redirected-requests";
export { isThisMachine, type PageFacts, pageRefusal, type Surface } from "./browser-requests";
export { answerClientErrors, sendStatus } from "./client-errors";
export { type Clock, systemClock, type Timers } from "./clock";
export { Bundles, type BundlesOptions } from "./code/bundles";
export type { InvokeEvent, ReportedError } from "./events";
export { parseFunctionName } from "./function-name";
export type { CodeSource, FunctionSettings } from "./function-settings";
export { createFunctions, type Functions, type FunctionsOptions } from "./functions";
export type { InvokeOutcome, InvokeRequest, StreamChunk } from "./invocation";
export { maxPayloadBytes } from "./invocation-result";
export { listen, listenAt } from "./listen";
export type { ObservedCall } from "./observed-calls";
export {
  developmentVariables,
  functionVariables,
  type ProcessEnvironment,
  type ProxySettings,
} from "./processes/environment";
export { runsHere } from "./processes/start-process";
export { programFile } from "./program-file";
export { randomText } from "./random-text";
export { signalGroup } from "./signal-group";
export { functionTraceHeader, traceHeader, traceParent } from "./trace-header";
export { createFolderWatcher } from "./watch/watch-folders";
