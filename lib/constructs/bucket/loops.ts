import { Stack } from "../../app";
import type { Function, FunctionsByKey } from "../../function";
import type { Statement } from "../../iam/permissions";
import type { Bucket } from "./bucket";
import { affixesMeet, type NotificationScope } from "./filters";

const text =
  "serverform: a function may write to the bucket that tells it of new objects, below the same prefix, and so invoke " +
  "itself without end; give the notification a prefix that it does not write to, or let it write to another bucket";

/** Says which functions may invoke themselves: they are told of new objects, and may create them at the same place. */
export function noteLoops(
  bucket: Bucket,
  scopes: ReadonlyMap<string, NotificationScope>,
  functions: FunctionsByKey,
  arns: readonly string[],
): void {
  for (const [name, { events, prefix }] of scopes) {
    const fn = functions.get(name);
    const isTold = events.some((event) => event.startsWith("s3:ObjectCreated:"));
    if (fn === undefined || !isTold) continue;
    const written = writtenPrefixes(fn, [...arns, ...literalArns(bucket)]);
    if (written.some((each) => affixesMeet(each, prefix, "startsWith")))
      Stack.of(bucket).app.addNotice(text, fn);
  }
}

function literalArns(bucket: Bucket): readonly string[] {
  const arn = bucket.policySource("").writtenArn(Stack.of(bucket));
  return arn === undefined ? [] : [arn];
}

/** What the keys begin with that a function may create in the bucket; `""` for any. */
function writtenPrefixes(fn: Function, arns: readonly string[]): readonly string[] {
  const writing = fn.getPolicies().given.filter(isWriting);
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

/** Whether an action with wild cards of IAM covers another one. */
function matches(pattern: string, action: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${expression}$`, "i").test(action);
}
