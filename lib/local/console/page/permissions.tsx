import { useEffect, useState } from "preact/hooks";
import type { ConsoleApp, ShownGrant, ShownPermissions } from "../actions";
import { ask } from "./api";
import { useAttempt } from "./form";
import { useConsole, useRefresh } from "./store";
import { clean, countText, shortName } from "./trace";

/** For each function: its permissions, their use, and the lines to write. */
export function Permissions() {
  const { app } = useConsole();
  const refresh = useRefresh();
  const [functions, setFunctions] = useState<readonly ShownPermissions[]>();
  const [problem, attempt] = useAttempt();
  useEffect(() => attempt(async () => setFunctions((await ask("permissions")).functions)), [refresh]);
  if (app === undefined || functions === undefined)
    return problem ?? <p class="empty">The app is being read.</p>;
  return (
    <div class="page">
      {problem}
      {app.stage !== undefined && (
        <p class="quiet">
          The page does not know which permissions the deployed functions use: AWS counts no calls.
        </p>
      )}
      {functions.map((each) => (
        <OfFunction
          key={each.function}
          of={each}
          title={titleOf(each, app)}
          isUseKnown={app.stage === undefined}
        />
      ))}
    </div>
  );
}

/** The source of the function, or its construct path. */
function titleOf({ function: path }: ShownPermissions, app: ConsoleApp): string {
  const found = app.functions.find((each) => each.path === path);
  return found === undefined ? path : shortName(found.arn, app);
}

interface OfFunctionProps {
  readonly of: ShownPermissions;
  readonly title: string;
  readonly isUseKnown: boolean;
}

function OfFunction({ of, title, isUseKnown }: OfFunctionProps) {
  const { function: path, grants, missing, unknownPolicies = [] } = of;
  // Unused permissions mean nothing as long as it has not run.
  const hasRun = isUseKnown && of.coverage === "run";
  const own = grants.filter(({ isOfLibrary }) => isOfLibrary);
  return (
    <section aria-label={path}>
      <h2>
        {clean(title)}{" "}
        <small class="quiet">
          {[title === path ? "" : clean(path), isUseKnown ? coverageText(of) : ""]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </h2>
      {(missing.length > 0 || own.length < grants.length) && (
        <table>
          <thead>
            <tr>
              <th scope="col">On</th>
              <th scope="col">May</th>
              {isUseKnown && (
                <th scope="col" class="short">
                  Use
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {missing.map(({ action, resource, add, count }) => (
              <tr key={`${action} ${resource}`}>
                <td>{clean(resource)}</td>
                <td>
                  <span class="bad">✗ denied {clean(action)}</span>
                  {add !== undefined && <Line title="Write" code={add} />}
                </td>
                <td class="bad short">{countText(count, "time")}</td>
              </tr>
            ))}
            {grants.map((grant) =>
              grant.isOfLibrary ? null : (
                <Grant key={grant.resource} grant={grant} hasRun={hasRun} isUseKnown={isUseKnown} />
              ),
            )}
          </tbody>
        </table>
      )}
      {own.length > 0 && (
        <details>
          <summary class="quiet">
            Logs, traces and network, which the library grants to every function
          </summary>
          {own.map(({ resource, rest }) => (
            <p key={resource} class="quiet">
              {rest.join(", ")} on {clean(resource)}
            </p>
          ))}
        </details>
      )}
      {unknownPolicies.map((each) => (
        <p key={each} class="warn">
          The JSON of the app does not contain its policy {clean(each)}.
        </p>
      ))}
    </section>
  );
}

interface GrantProps {
  readonly grant: ShownGrant;
  readonly hasRun: boolean;
  readonly isUseKnown: boolean;
}

function Grant({ grant, hasRun, isUseKnown }: GrantProps) {
  const { resource, rest, used, code, now } = grant;
  const { text, class: colour } = useOf(grant, hasRun);
  return (
    <tr>
      <td>{clean(resource)}</td>
      <td>
        {used.map(({ action, count }) => (
          <div key={action}>
            {clean(action)} <span class="quiet">{countText(count, "time")}</span>
          </div>
        ))}
        {rest.length > 0 && <div class="quiet">{clean(rest.join(", "))}</div>}
        {hasRun && code !== undefined && <Line title={`In place of ${now ?? "it"}, write`} code={code} />}
      </td>
      {isUseKnown && <td class={`${colour} short`}>{text}</td>}
    </tr>
  );
}

const uses = {
  used: { text: "used", class: "good" },
  partly: { text: "partly used", class: "warn" },
  unused: { text: "unused", class: "warn" },
  unmeasured: { text: "not seen here", class: "quiet" },
} as const;

/** Event sources, destinations and sockets use a permission without a call of the function. */
function useOf({ use, used, implied }: ShownGrant, hasRun: boolean) {
  if (use !== "used" && used.length === 0 && implied.length > 0) return uses.used;
  if (use !== "unmeasured" && used.length === 0 && !hasRun) return { text: "not run yet", class: "quiet" };
  return use === "partly" && !hasRun ? uses.used : uses[use];
}

function Line({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <>
      <div class="quiet">{clean(title)}:</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <pre tabIndex={0}>{clean(code)}</pre>
    </>
  );
}

function coverageText({ coverage, invocations }: ShownPermissions): string {
  if (coverage === "run") return countText(invocations, "invocation");
  return invocations === 0 ? "has not run yet" : "its role is not in the JSON of the app";
}
