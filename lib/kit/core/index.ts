export { FactKey, factOf } from "./app-facts";
export { type MapOf, present, withoutUndefined } from "./checks/absence";
export { isAddressRange } from "./checks/address-range";
export {
  acceptedKeys,
  checkInteger,
  checkKeys,
  checkKind,
  checkKnownLiteral,
  checkList,
  checkLiteral,
  checkLiterals,
  checkObject,
  isPlainObject,
  isReference,
  joinKeys,
  keyTable,
  propKeys,
} from "./checks/check";
export {
  asList,
  checkKnownList,
  firstItem,
  formatItems,
  isUnknownList,
  joinItems,
  knownItems,
  nonEmpty,
  parseItems,
} from "./checks/list";
export { refuseValue, requireProp } from "./errors";
export { callCaller } from "./fault";
export { checkEventRule, type EventPattern } from "./formats/event-pattern";
export { parseJsonText } from "./formats/json-text";
export { expectedRegion } from "./formats/region";
export { velocityFault } from "./formats/velocity";
export {
  appSyncPartLimits,
  checkEach,
  checkLimit,
  checkSecret,
  clientRuleLimit,
  configurationSetLimit,
  corsRuleIdLimit,
  domainPrefixLimit,
  eachWithin,
  headerNameLimit,
  identifierLimit,
  isUnknown,
  isWebAddress,
  javaRegexProblem,
  jsonDocument,
  type Limit,
  limits,
  loginProviderLimit,
  mediaTypeLimit,
  modelLimit,
  modelNameLimit,
  originLimit,
  range,
  regionLimit,
  requireWithin,
  riskLimits,
  selectionPatternLimit,
  textLimit,
  tokenRuleLimit,
  userPoolIdLimit,
  within,
  withinModel,
} from "./limits";
export { roleArnLimit } from "./limits/appsync";
export type { TextLimit } from "./limits/limit";
export { listenerConditionLimits } from "./limits/load-balancing";
export { isFifo, isFifoTarget } from "./names/fifo";
export { namePrefix, networkDescription, physicalName, shortHash } from "./names/name";
export { checkPartNames } from "./names/part-names";
export { checkFile, hashFolder, readJsonFile } from "./project-files";
export { memberPath } from "./prop-path";
export { quotas } from "./quotas";
export { terraformAddressOf } from "./terraform/addresses";
export { waitFor, waitForAccess } from "./terraform/depends-on";
export { type GuardedSetting, guardSettings, guardValue } from "./terraform/guard";
export { loadCdktf } from "./terraform/load-cdktf";
export { moveFrom } from "./terraform/moved";
export {
  checkOverride,
  findImport,
  isProviderObject,
  type Override,
  type OverrideKeys,
  overlay,
  parseImport,
  withinBlock,
} from "./terraform/override";
export { preventDestroy } from "./terraform/prevent-destroy";
export { TerraformData } from "./terraform/terraform-data";
export { escapeTemplate } from "./tokens/escape";
export { resolveValue } from "./tokens/resolve";
export { isUnresolved, literalName } from "./tokens/unresolved";
export type { Size } from "./units";
export { type Duration, parseDuration } from "./units";
