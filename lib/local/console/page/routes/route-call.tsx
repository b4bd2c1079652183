import { useEffect, useRef, useState } from "preact/hooks";
import { type Fact, type FactOf, requestIdIn } from "../../../history/fact";
import type { RouteAnswer, RouteCall } from "../../actions";
import { callRoute } from "../api";
import { Problem, Text } from "../detail";
import { useConsole } from "../store";
import { pretty } from "../trace";

interface RouteCallingProps {
  /** Throws if the call is not complete. */
  readonly asked: () => RouteCall;
  /** Address of the API. */
  readonly api: string;
  /** Further buttons. */
  readonly children?: preact.ComponentChildren;
}

/** The buttons that send a call and stop it, its answer as it comes, and what the server knows of it. */
export function RouteCalling({ asked, api, children }: RouteCallingProps) {
  const [answer, setAnswer] = useState<RouteAnswer>();
  const [begun, setBegun] = useState(Number.POSITIVE_INFINITY);
  const { facts } = useConsole();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = () => {
    const ending = new AbortController();
    running.current?.abort();
    running.current = ending;
    setAnswer(undefined);
    setRunning(true);
    setBegun(Date.now());
    (async () => callRoute(asked(), setAnswer, ending.signal))()
      .catch((error: unknown) => {
        if (!ending.signal.aborted)
          setAnswer({ problem: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => running.current === ending && setRunning(false));
  };
  const fact = answer && [...facts.values()].find((each) => isOfCall(each, { api, begun, answer }));
  return (
    <>
      <div class="buttons">
        <button type="button" class="main" onClick={send}>
          Send
        </button>
        {isRunning && (
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
        {children}
      </div>
      {answer !== undefined &&
        ("problem" in answer ? (
          <Problem text={answer.problem} />
        ) : (
          <Text
            title={`Answer ${answer.status}${isRunning ? ", more may come" : ""}`}
            text={isRunning ? answer.body : pretty(answer.body)}
          />
        ))}
      {fact !== undefined && (
        <>
          <Problem text={fact.reason} />
          <p>
            <a href={`#timeline/${fact.id}`}>Its trace in the timeline</a>
          </p>
        </>
      )}
    </>
  );
}

interface Call {
  readonly api: string;
  readonly begun: number;
  readonly answer: RouteAnswer;
}

/** Another page may call the same API at the same time. */
function isOfCall(fact: Fact, { api, begun, answer }: Call): fact is FactOf<"request"> {
  if (fact.kind !== "request" || fact.apiAddress !== api || fact.at < begun) return false;
  const id = "status" in answer ? requestIdIn(answer.headers) : undefined;
  return id === undefined || fact.requestId === id;
}
