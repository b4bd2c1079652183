import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { colourFindingsOn, findingsOn } from "./axe";

/** A folder in which the pictures are left for a person to look at. @default - there are none */
const pictures = process.env.SERVERFORM_PICTURES;

/**
 * The schemes and widths. From one to the next, only one of both changes, so that the browser draws little again.
 *
 * The dark scheme changes colours alone: `test/local/look` compares the tokens of both.
 */
const looks = [
  { scheme: "light", width: 375 },
  { scheme: "dark", width: 375 },
  { scheme: "dark", width: 1280 },
  { scheme: "light", width: 1280 },
] as const;

/** Checks a page in both schemes and widths: axe finds nothing, and nothing is wider than the screen. */
export async function expectFineLook(page: Page, name: string): Promise<void> {
  for (const { scheme, width } of looks) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setViewport({ width, height: 800 });
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${name}-${scheme}-${width}.png`) });
    const findings = await (scheme === "dark" ? colourFindingsOn : findingsOn)(page);
    expect({ name, scheme, width, findings }).toEqual({ name, scheme, width, findings: [] });
    const [all, visible] = (await page.evaluate(
      "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
    )) as [number, number];
    expect({ name, width, all }).toEqual({ name, width, all: visible });
  }
}
