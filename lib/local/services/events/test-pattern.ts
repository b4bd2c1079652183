import { matchesPattern, patternRefusal } from "../../../facts/event-pattern";
import { jsonOf } from "../../../facts/text/json";
import { isValues, json } from "../../../model/resources/values";
import { ServiceError } from "../contract/define-service";

/** Members that an event must have. Source: recorded answers (test/local/recorded/events); `resources` and `detail` may be missing. */
const required = ["id", "account", "source", "time", "region", "detail-type"];

/**
 * Whether an event matches a pattern, both as text.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_TestEventPattern.html
 */
export function testPattern(pattern: string, event: string): boolean {
  const refusal = patternRefusal(pattern);
  if (refusal !== undefined) {
    throw new ServiceError(
      "InvalidEventPatternException",
      `Event pattern is not valid. Reason: ${refusal.inFull(pattern)}`,
    );
  }
  const parsed = json({ event }, "event");
  if (!isValues(parsed) || required.some((member) => !Object.hasOwn(parsed, member))) {
    throw new ServiceError("ValidationException", "Parameter Event is not valid.");
  }
  return matchesPattern(jsonOf(pattern), parsed);
}
