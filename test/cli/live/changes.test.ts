import type { Terminal } from "../../../lib/cli";
import { EnterQuestion, listenForEnter } from "../../../lib/cli/live/redeploy";

/** How often the listener was called after this input, before and after the listening ended. */
function calls(interactive: boolean, input: string): readonly [during: number, after: number] {
  const { stdin } = process;
  const resume = jest.spyOn(stdin, "resume").mockReturnValue(stdin);
  const pause = jest.spyOn(stdin, "pause").mockReturnValue(stdin);
  let count = 0;
  const end = listenForEnter({ interactive } as Terminal, () => {
    count += 1;
  });
  stdin.emit("data", Buffer.from(input));
  const during = count;
  end();
  stdin.emit("data", Buffer.from(input));
  resume.mockRestore();
  pause.mockRestore();
  return [during, count - during];
}

describe("listenForEnter", () => {
  test.each([
    [true, "\n", 1],
    [true, "\r", 1],
    [true, "a", 0],
    [false, "\n", 0],
  ])("with a person at the terminal: %s, %j calls the listener %i times", (interactive, input, expected) => {
    expect(calls(interactive, input)).toEqual([expected, 0]);
  });
});

describe("EnterQuestion", () => {
  test("Enter answers with yes", async () => {
    const question = new EnterQuestion();
    const answer = question.ask();
    question.pressed();
    expect(await answer).toBe(true);
  });

  test("a newer question answers the older one with no", async () => {
    const question = new EnterQuestion();
    const [older] = [question.ask(), question.ask()];
    expect(await older).toBe(false);
  });
});
