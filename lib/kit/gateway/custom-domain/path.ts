import type { IConstruct } from "constructs";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";

// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mappings.html
const maxPathLength = 300;
/** Clients resolve `.` and `..`. */
const level = /^(?!\.{1,2}$)[A-Za-z0-9$\-_.+!*'()]+$/;

/** Refuses a path that API Gateway does not accept. A token passes. */
export function checkPath(
  where: IConstruct,
  prop: string,
  value: unknown,
  levels: boolean,
): string | undefined {
  if (value === undefined || isUnresolved(value)) return value as string | undefined;
  if (typeof value !== "string") {
    return fail(where, "prop-invalid", prop, { value, expected: 'a path such as "v1"' });
  }
  const isPath = (text: string) =>
    text.length <= maxPathLength && (levels ? text.split("/") : [text]).every((each) => level.test(each));
  if (isPath(value)) return value;
  const trimmed = value.replace(/^\/+|\/+$/g, "");
  return fail(where, "domain-path-invalid", prop, {
    value,
    levels,
    suggestion: isPath(trimmed) ? trimmed : undefined,
  });
}
