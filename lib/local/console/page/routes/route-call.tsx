import { useEffect, useRef, useState } from "preact/hooks";
import type { RouteAnswer, RouteCall } from "../../actions";
import { callRoute } from "../api";
import { Problem, Text } from "../detail";
import { pretty } from "../trace";

/** The buttons that send a call and stop it, and its answer as it comes. */
export function RouteCalling({ asked }: { readonly asked: () => RouteCall }) {
  const [answer, setAnswer] = useState<RouteAnswer>();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = () => {
    const ending = new AbortController();
    running.current?.abort();
    running.current = ending;
    setAnswer(undefined);
    setRunning(true);
    callRoute(asked(), setAnswer, ending.signal)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setAnswer({ problem: String(error) });
      })
      .finally(() => running.current === ending && setRunning(false));
  };
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
    </>
  );
}
