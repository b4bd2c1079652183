import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "puppeteer-core";

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The Chromium of this machine: CHROMIUM_PATH, or the first on the path. Undefined where there is none. */
export const chromium: string | undefined = [
  process.env.CHROMIUM_PATH ?? "",
  ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
].find((file) => file !== "" && existsSync(file));

/** Starts it without a window. */
export async function startBrowser(): Promise<Browser> {
  const { launch } = await import("puppeteer-core");
  return launch({ executablePath: chromium, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
}

/** A test that is skipped, by its name, where there is no Chromium. */
export const inBrowser: typeof test | typeof test.skip = chromium === undefined ? test.skip : test;
