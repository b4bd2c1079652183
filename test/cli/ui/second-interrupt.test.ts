import { type Interrupt, listenForInterrupt } from "../../../lib/cli/ui/interrupt";

let interrupt: Interrupt;
let exit: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers();
  exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  interrupt = listenForInterrupt(() => {});
});
afterEach(() => {
  interrupt.release();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pressControlC = (times: number): void => {
  for (let count = 0; count < times; count += 1) process.emit("SIGINT");
};

describe("After an interrupt, a command ends by itself,", () => {
  test("and after the second one within seconds, also if it waits for something", () => {
    pressControlC(1);
    jest.advanceTimersByTime(600_000);
    expect(exit).not.toHaveBeenCalled();
    pressControlC(1);
    expect(exit).not.toHaveBeenCalled();
    jest.advanceTimersByTime(600_000);
    expect(exit).toHaveBeenCalledWith(130);
  });

  test("unless Terraform runs, which may save its state", () => {
    const run = {};
    interrupt.running.add(run);
    pressControlC(2);
    jest.advanceTimersByTime(600_000);
    expect(exit).not.toHaveBeenCalled();
    interrupt.running.delete(run);
    jest.advanceTimersByTime(600_000);
    expect(exit).toHaveBeenCalledWith(130);
  });

  test("and one that has ended keeps its exit status", () => {
    pressControlC(2);
    interrupt.release();
    jest.advanceTimersByTime(600_000);
    expect(exit).not.toHaveBeenCalled();
  });
});
