import { Stack } from "../../kit/app";
import { type Function, type FunctionsByKey, RolePolicies } from "../../kit/function";
import type { Statement } from "../../kit/iam/permissions";
import type { Bucket } from "./bucket";
import { affixesMeet, type NotificationScope } from "./filters";

const text =
  "serverform: a function may write to the bucket that notifies it of new objects, below the same prefix, and so invoke " +
  "itself in an endless loop; give the notification a prefix that the function does not write to, or use another bucket";

/** Adds notices for functions that may invoke themselves: they are notified of new objects and may create such objects. */
export function noteLoops(
  bucket: Bucket,
  scopes: ReadonlyMap<string, NotificationScope>,
  functions: FunctionsByKey,
  arns: readonly string[],
): void {
  for (const [name, { events, prefix }] of scopes) {
    const fn = functions.get(name);
    const isNotified = events.some((event) => event.startsWith("s3:ObjectCreated:"));
    if (fn === undefined || !isNotified) continue;
    const written = writtenPrefixes(fn, [...arns, ...literalArns(bucket)]);
    if (written.some((each) => affixesMeet(each, prefix, "startsWith")))
      Stack.of(bucket).app.addNotice(text, fn);
  }
}

function literalArns(bucket: Bucket): readonly string[] {
  const arn = bucket.policySource("").writtenArn(Stack.of(bucket));
  return arn === undefined ? [] : [arn];
}

/** Prefixes of the keys that a function may create in the bucket; `""` for all keys. */
function writtenPrefixes(fn: Function, arns: readonly string[]): readonly string[] {
  const writing = RolePolicies.of(Stack.of(fn), fn.role).given.filter(isWriting);
  return writing.flatMap(({ resources }) => resources.flatMap((resource) => prefixOf(resource, arns) ?? []));
}

function isWriting({ effect, actions }: Statement): boolean {
  return effect === "Allow" && actions.some((action) => matches(action, "s3:PutObject"));
}

function prefixOf(resource: string, arns: readonly string[]): string | undefined {
  if (resource === "*") return "";
  const arn = arns.find((each) => resource.startsWith(`${each}/`) || resource === `${each}*`);
  if (arn === undefined) return undefined;
  return /^[^*?]*/.exec(resource.slice(arn.length + 1))?.[0];
}

/** Whether an action pattern of IAM matches an action. */
function matches(pattern: string, action: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${expression}$`, "i").test(action);
}
