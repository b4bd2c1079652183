import { matchesWildcard } from "../../../facts/aws/wildcards";
import type { Fact, Verdict, VerdictStatement } from "../../history/fact";
import type { ConsoleFunction } from "../actions";
import { useConsole } from "./store";
import { clean } from "./trace";

/** For each function: what it may do, what it did, what it was denied, and what it never used. */
export function Permissions() {
  const { app, facts } = useConsole();
  if (app === undefined) return <p class="empty">The app is being read.</p>;
  return (
    <div class="page">
      {app.functions.map((each) => (
        <OfFunction
          key={each.name}
          of={each}
          verdicts={verdictsOf(each.name, facts)}
          isUseKnown={app.stage === undefined}
        />
      ))}
    </div>
  );
}

function verdictsOf(name: string, facts: ReadonlyMap<string, Fact>): readonly Verdict[] {
  return [...facts.values()].flatMap((fact) =>
    fact.kind === "call" && fact.caller === name ? (fact.verdicts ?? []) : [],
  );
}

function OfFunction({
  of,
  verdicts,
  isUseKnown,
}: {
  readonly of: ConsoleFunction;
  readonly verdicts: readonly Verdict[];
  readonly isUseKnown: boolean;
}) {
  const denied = distinct(verdicts.filter(({ allowed }) => !allowed));
  return (
    <section aria-label={of.path}>
      <h2>{of.path}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">May</th>
            <th scope="col">On</th>
            {isUseKnown && <th scope="col">Did</th>}
          </tr>
        </thead>
        <tbody>
          {of.statements.map((statement, index) =>
            statement.actions.map((action) => {
              const count = verdicts.filter((verdict) => uses(verdict, statement, action)).length;
              return (
                <tr key={`${index} ${action}`}>
                  <td>
                    {statement.effect === "Deny" ? "not " : ""}
                    {clean(action)}
                  </td>
                  <td title={clean(statement.resources.join("\n"))}>
                    {clean(statement.resources.map(shortResource).join(", "))}
                  </td>
                  {isUseKnown && (
                    <td class={count === 0 ? "quiet short" : "good short"}>
                      {count === 0 ? "never" : `${count} times`}
                    </td>
                  )}
                </tr>
              );
            }),
          )}
          {denied.map(([verdict, count]) => (
            <tr key={`${verdict.action} ${verdict.resource}`}>
              <td class="bad">
                {verdict.enforced === true ? "denied" : "AWS would deny"} {clean(verdict.action)}
              </td>
              <td>
                {clean(shortResource(verdict.resource))}
                {verdict.add !== undefined && <pre>{clean(verdict.add)}</pre>}
              </td>
              <td class="bad short">{count} times</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** An ARN without partition, region and account. */
const shortResource = (arn: string): string =>
  arn.startsWith("arn:") ? arn.split(":").slice(5).join(":") : arn;

function uses({ allowed, action, statement }: Verdict, of: VerdictStatement, pattern: string): boolean {
  if (allowed !== (of.effect === "Allow") || statement === undefined) return false;
  return sameStatement(statement, of) && matchesWildcard(pattern, action.toLowerCase());
}

const sameStatement = (left: VerdictStatement, right: VerdictStatement): boolean =>
  left.effect === right.effect &&
  left.actions.join() === right.actions.join() &&
  left.resources.join() === right.resources.join();

function distinct(verdicts: readonly Verdict[]): readonly (readonly [Verdict, number])[] {
  const counts = new Map<string, readonly [Verdict, number]>();
  for (const verdict of verdicts) {
    const key = `${verdict.action} ${verdict.resource}`;
    counts.set(key, [verdict, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()];
}
