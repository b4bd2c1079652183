import type { Page } from "puppeteer-core";
import { hasAxe } from "../../support/axe";
import { chromium } from "../../support/browser";

/** Whether this machine can look at pages: it has Chromium and axe. */
export const isLookedAt = chromium !== undefined && hasAxe;

/** Skipped, by its name, without Chromium or axe. */
export const inBrowser = isLookedAt ? test : test.skip;

/** Waits until a page shows a text. The text of a page costs a layout, so it is not read in each frame. */
export const seesOn = (page: Page, text: string) =>
  page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { polling: 50 });
