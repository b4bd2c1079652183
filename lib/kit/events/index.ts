export {
  allowDeadLetters,
  type DeadLetterQueue,
  type ParsedDeadLetterQueue,
  parseDeadLetterQueue,
} from "./dead-letters";
export {
  planFunctionReceiver,
  planPolicyReceiver,
  type Receiver,
  type ReceiverPlace,
  type Sender,
} from "./receiver";
export { createEventRule, type EventRuleOverride, parseEventRule, type RulePlace, ruleSource } from "./rule";
export { type CronOptions, parseSchedule, type Schedule, type ScheduleExpression } from "./schedule";
export { checkPeriod, checkTimeZone, isOver, parseAt, parseDate, parseWindow } from "./schedule-times";
export {
  createEventTarget,
  type EventTargetOverride,
  eventTargetConfigs,
  parseEventTarget,
  parseInput,
  parseRetryPolicy,
  type TargetFacts,
} from "./target";
