import { EventEmitter } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  test("are not read if the input is not a terminal", () => {
    const { keyboard, pressed } = watched(false);
    keyboard.press("c");
    expect([keyboard.isRaw, keyboard.isPaused, pressed]).toEqual([false, true, []]);
  });

  test("c opens a file that leads to the console with a code, and shows the secret to the terminal only", () => {
    const keyboard = new Keyboard(true);
    const folder = mkdtempSync(join(tmpdir(), "serverform-keys-"));
    const opened: (readonly [file: string, mode: number, content: string])[] = [];
    const printed: string[] = [];
    const terminal = { print: (text: string) => void printed.push(text) };
    const shown = { url: "http://x/#secret", openingUrl: () => `http://x/#code${opened.length}` };
    // A file of another user is neither followed nor kept.
    const elsewhere = join(folder, "elsewhere");
    writeFileSync(elsewhere, "kept");
    symlinkSync(elsewhere, join(folder, "console.html"));
    const leave = openConsoleByKey(terminal, shown, folder, keyboard as never, (file, failed) => {
      opened.push([file, statSync(file).mode & 0o777, readFileSync(file, "utf8")]);
      if (opened.length === 2) failed();
    });
    keyboard.press("c");
    keyboard.press("c");
    for (const [index, [file, mode, content]] of opened.entries()) {
      expect([file, mode]).toEqual([join(folder, "console.html"), 0o600]);
      expect(content).toContain(`content="0; url=http://x/#code${index}"`);
    }
    expect([opened.length, printed]).toEqual([2, ["Open http://x/#secret"]]);
    expect(readFileSync(elsewhere, "utf8")).toBe("kept");
    leave();
    expect(readdirSync(folder)).toEqual(["elsewhere"]);
  });

  test("c shows the address where the file cannot be written", () => {
    const keyboard = new Keyboard(true);
    const printed: string[] = [];
    const terminal = { print: (text: string) => void printed.push(text) };
    const shown = { url: "http://x/#secret", openingUrl: () => "http://x/#code" };
    openConsoleByKey(terminal, shown, "/dev/null/none", keyboard as never, () => {
      throw new Error("There is no file.");
    });
    keyboard.press("c");
    expect(printed).toEqual(["Open http://x/#secret"]);
  });
});
