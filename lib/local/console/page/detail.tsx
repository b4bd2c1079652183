import type { ComponentChildren } from "preact";
import type { Fact, FactText, Verdict } from "../../history/fact";
import type { ConsoleApp } from "../actions";
import { editorLink, sourceLink } from "./position";
import { Replay } from "./replay";
import { useConsole } from "./store";
import { clean, functionOf, pretty, titleOf } from "./trace";

interface DetailProps {
  readonly fact: Fact;
  readonly app: ConsoleApp | undefined;
  /** Further buttons. */
  readonly children: ComponentChildren;
}

/** Everything about one fact. */
export function Detail({ fact, app, children }: DetailProps) {
  return (
    <article class="detail">
      <h2>{clean(titleOf(fact, app))}</h2>
      <p class="quiet">
        {fact.kind} · {new Date(fact.at).toLocaleString()} · {fact.id}
        {fact.kind === "invocation" && fact.isCold !== undefined && (fact.isCold ? " · cold" : " · warm")}
        {fact.causes.length > 1 && ` · ${fact.causes.length} causes`}
      </p>
      <div class="buttons">{children}</div>
      <Facts fact={fact} />
      {fact.verdicts?.map((verdict, index) => (
        <Decision key={index} verdict={verdict} />
      ))}
      {(app?.stage === undefined || app.stage.invokes === true) && <Replay fact={fact} app={app} />}
    </article>
  );
}

function Facts({ fact }: { readonly fact: Fact }) {
  switch (fact.kind) {
    case "request":
      return (
        <>
          <Problem text={fact.reason} />
          <Headers title="Request headers" headers={fact.headers} />
          <Body title="Request body" body={fact.body} />
          <Headers title="Answer headers" headers={fact.answerHeaders} />
          <Body title="Answer" body={fact.answer} />
        </>
      );
    case "authorizer":
      return (
        <>
          <Problem text={fact.reason} />
          {fact.identity !== undefined && (
            <Text title="Identity" text={JSON.stringify(fact.identity, undefined, 2)} />
          )}
        </>
      );
    case "invocation":
      return (
        <>
          <Source of={fact.functionArn} />
          {fact.error !== undefined && (
            <div role="alert">
              {clean(`${fact.error.type}: ${fact.error.message}`)}
              {fact.error.stack.map((line) => (
                <Position key={line} line={line} />
              ))}
            </div>
          )}
          {fact.logs.length > 0 && <Text title="Log" text={fact.logs.map(({ line }) => line).join("\n")} />}
          {fact.omittedLogs !== undefined && (
            <p class="quiet">{fact.omittedLogs} further lines were left out.</p>
          )}
          <Body title="Event" body={fact.payload} />
          <Body title="Answer" body={fact.answer} />
        </>
      );
    case "call":
      return (
        <>
          <p class="quiet">by {clean(fact.caller)}</p>
          <Body title="Input" body={fact.input} />
          <Body title="Answer" body={fact.answer} />
        </>
      );
    case "delivery":
      return (
        <>
          <Problem text={fact.problem} />
          <Body title="Message" body={fact.body} />
        </>
      );
    case "mail":
      return <Text title={`${fact.medium} to ${fact.to}`} text={fact.text} />;
    default:
      return null;
  }
}

/** The construct of a function, and its file, which opens the editor. */
function Source({ of }: { readonly of: string }) {
  const { app } = useConsole();
  const found = functionOf(of, app);
  if (found?.source === undefined) return null;
  const link = sourceLink(found.source, app?.folder);
  return (
    <p>
      {link === undefined ? clean(found.source) : <a href={link}>{clean(found.source)}</a>}{" "}
      <span class="quiet">{clean(found.path)}</span>
    </p>
  );
}

/** A line of a stack, which opens the editor where it names a file of the project. */
function Position({ line }: { readonly line: string }) {
  const link = editorLink(line, useConsole().app?.folder);
  return <div>{link === undefined ? clean(line) : <a href={link}>{clean(line.trim())}</a>}</div>;
}

/** The decision of the policies about a call, with its statement. */
export function Decision({ verdict }: { readonly verdict: Verdict }) {
  const { action, resource, allowed, enforced, policy, statement, add, text } = verdict;
  return (
    <>
      <h3>Permission</h3>
      <p>
        <span class={allowed ? "good" : "bad"}>
          {allowed ? "allowed" : enforced === true ? "denied" : "AWS would deny this"}
        </span>{" "}
        {clean(action)} on {clean(resource)}
        {policy !== undefined && <span class="quiet"> by its {policy}</span>}
      </p>
      {text !== undefined && <Problem text={text} />}
      {add !== undefined && <Text title="This would allow it" text={add} />}
      {statement !== undefined && <Text title="Statement" text={JSON.stringify(statement, undefined, 2)} />}
    </>
  );
}

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <div role="alert">{clean(text)}</div>;
}

function Headers({
  title,
  headers,
}: {
  title: string;
  headers: Readonly<Record<string, string>> | undefined;
}) {
  if (headers === undefined) return null;
  return (
    <details>
      <summary>{title}</summary>
      <table>
        <tbody>
          {Object.entries(headers).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{clean(name)}</th>
              <td>{clean(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function Body({ title, body }: { readonly title: string; readonly body: FactText | undefined }) {
  if (body === undefined || body.length === 0) return null;
  const { text, length } = body;
  if (text === "") return <p class="quiet">{`${title}: ${length} bytes that are not text`}</p>;
  return <Text title={isCut(body) ? `${title} (the beginning of ${length})` : title} text={pretty(text)} />;
}

/** Whether only a part of a text is kept. */
export function isCut(body: FactText | undefined): boolean {
  if (body === undefined || body.length === 0) return false;
  return body.text === "" || (body.text.length < body.length && body.length > 64 * 1024);
}

export function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h3>{clean(title)}</h3>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <pre tabIndex={0}>{clean(text)}</pre>
    </>
  );
}
