import { EventEmitter } from "node:events";
import { openConsoleByKey, watchKeys } from "../../../lib/cli/local/keys";

/** The keyboard of a terminal that does not handle keys itself while `isRaw`. */
class Keyboard extends EventEmitter {
  isRaw = false;
  isPaused = true;
  constructor(readonly isTTY: boolean) {
    super();
  }
  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
  resume(): this {
    this.isPaused = false;
    return this;
  }
  pause(): this {
    this.isPaused = true;
    return this;
  }
  press(text: string): void {
    this.emit("data", Buffer.from(text));
  }
}

function watched(isTerminal = true) {
  const keyboard = new Keyboard(isTerminal);
  const pressed: string[] = [];
  const leave = watchKeys(keyboard as never, {
    keys: { c: () => pressed.push("c") },
    interrupt: () => pressed.push("interrupt"),
  });
  return { keyboard, pressed, leave };
}

describe("the keys of the terminal", () => {
  test("call their actions, and others do nothing", () => {
    const { keyboard, pressed } = watched();
    for (const each of ["c", "x", "\u001b[A", "cc", "toString"]) keyboard.press(each);
    expect(pressed).toEqual(["c"]);
  });

  test.each(["\u0003", "\u0004", "c\u0003"])(
    "%j interrupts, since the terminal does not do it now",
    (key) => {
      const { keyboard, pressed } = watched();
      keyboard.press(key);
      expect(pressed).toEqual(["interrupt"]);
    },
  );

  test("give the keyboard back at the end", () => {
    const { keyboard, pressed, leave } = watched();
    expect([keyboard.isRaw, keyboard.isPaused]).toEqual([true, false]);
    leave();
    keyboard.press("c");
    expect([keyboard.isRaw, keyboard.isPaused, pressed]).toEqual([false, true, []]);
  });

  test("are not read where the input is no terminal", () => {
    const { keyboard, pressed } = watched(false);
    keyboard.press("c");
    expect([keyboard.isRaw, keyboard.isPaused, pressed]).toEqual([false, true, []]);
  });

  test("c gives the program that opens addresses a code, and shows the secret to the terminal only", () => {
    const keyboard = new Keyboard(true);
    const opened: string[] = [];
    const printed: string[] = [];
    const terminal = { print: (text: string) => void printed.push(text) };
    openConsoleByKey(
      terminal,
      { url: "http://x/#secret", openingUrl: () => `http://x/#code${opened.length}` },
      keyboard as never,
      (url, failed) => {
        opened.push(url);
        if (opened.length === 2) failed();
      },
    );
    keyboard.press("c");
    keyboard.press("c");
    expect([opened, printed]).toEqual([["http://x/#code0", "http://x/#code1"], ["Open http://x/#secret"]]);
  });
});
