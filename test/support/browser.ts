import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer-core";

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The Chromium of this machine: CHROMIUM_PATH, or the first on the path. Undefined if none exists. */
export const chromium: string | undefined = [
  process.env.CHROMIUM_PATH ?? "",
  ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
].find((file) => file !== "" && existsSync(file));

/** Chromium prepares these pages for the address bar of each window, also without one: 0.6 s of CPU each time. */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Starts it without a window. */
export async function startBrowser(): Promise<Browser> {
  const { launch } = await import("puppeteer-core");
  return launch({
    executablePath: chromium,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", `--disable-features=${addressBar.join(",")}`],
  });
}

/** A test that is skipped, by its name, without a Chromium. */
export const inBrowser: typeof test | typeof test.skip = chromium === undefined ? test.skip : test;

/** Uses a page by the texts of its buttons, links and labels. */
export class Visitor {
  /** The names of the used elements, in order. */
  readonly used: string[] = [];

  constructor(readonly page: Page) {}

  /** Clicks on a button or link that leads to another page, and waits for that. */
  async click(text: string): Promise<void> {
    const element = await this.find(text, `//*[self::button or self::a][normalize-space()="${text}"]`);
    // Not at its place on the screen, which may change while the page loads.
    const click = element.evaluate((each) => (each as unknown as { click(): void }).click());
    await Promise.all([this.page.waitForNavigation(), click]);
  }

  async fill(label: string, text: string): Promise<void> {
    await (await this.labelled(label)).type(text);
  }

  async choose(label: string, file: string): Promise<void> {
    await ((await this.labelled(label)) as ElementHandle<never>).uploadFile(file);
  }

  private labelled(label: string): Promise<ElementHandle> {
    return this.find(label, `//input[@id = //label[normalize-space()="${label}"]/@for]`);
  }

  private async find(name: string, path: string): Promise<ElementHandle> {
    this.used.push(name);
    const found = await this.page.waitForSelector(`xpath/.${path}`);
    if (found === null) throw new Error(`no ${name}`);
    return found as ElementHandle;
  }
}
