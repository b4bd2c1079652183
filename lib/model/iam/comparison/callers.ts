import { roleArns } from "../../../facts/aws/arns";
import { defaultRegion, partitionOf } from "../../../facts/aws/partitions";
import { accountOfPrincipal } from "../../../facts/aws/principals";
import type { PolicyDocumentStatement } from "../policy-document";
import { anonymous, type Principal, principalMatch, principalNamed } from "../principal";
import { anyText } from "./patterns";

/** An account that no policy names. */
const otherAccount = "000000000000";

/** A role of another account, which only `*` names. */
const stranger: Principal = memberOf(otherAccount);

/** Sample callers: every difference between the principals of statements affects one of them. Undefined without principals. */
export function callersNamedIn(
  statements: readonly PolicyDocumentStatement[],
): readonly (Principal | undefined)[] {
  const principals = statements.flatMap((each) => each.principals ?? []);
  if (principals.length === 0) return [undefined];
  const callers = new Map<string, Principal>();
  const add = (caller: Principal): void => void callers.set(`${caller.kind} ${caller.name}`, caller);
  for (const { kind, name } of principals.flatMap(({ names }) => names)) {
    if (name === "*") continue;
    const account = kind === "AWS" ? accountOfPrincipal(name) : undefined;
    if (account !== undefined) add(memberOf(account));
    else if (kind === "AWS") add({ ...principalNamed(name), kind, name, roleArn: name });
    else add({ kind, name });
  }
  for (const kind of ["Service", "Federated", "CanonicalUser"] as const) add({ kind, name: anyText });
  return [anonymous, stranger, ...callers.values()];
}

/** A role that policies can name only by its account and by `*`. */
function memberOf(account: string): Principal {
  const { id: partition } = partitionOf(defaultRegion);
  const { role, session } = roleArns({ partition, account }, anyText);
  return { kind: "AWS", name: session, roleArn: role, account };
}

export const isAbout = (statement: PolicyDocumentStatement, caller: Principal | undefined): boolean =>
  principalMatch(statement, caller) !== "none";

export function principalText({ kind, name, account }: Principal): string {
  if (name === anonymous.name) return "anyone";
  if (account === otherAccount) return "every AWS account";
  if (name === anyText) return kind === "Service" ? "every service" : "everyone";
  if (account !== undefined && name.includes(anyText)) return `the account ${account}`;
  return name;
}
