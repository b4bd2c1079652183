import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { findingsOn, type Scope } from "./axe";

/** A folder in which the pictures are left for a person to look at. @default - there are none */
const pictures = process.env.SERVERFORM_PICTURES;

/**
 * The schemes and widths. From one to the next, only one of both changes, so that the browser draws little again.
 *
 * The dark scheme changes colours alone: `test/local/look` compares the tokens of both.
 */
const looks = [
  { scheme: "light", width: 375, scope: "everything, colours once" },
  { scheme: "dark", width: 375, scope: "colours" },
  { scheme: "dark", width: 1280, scope: "colours" },
  { scheme: "light", width: 1280, scope: "everything" },
] as const satisfies readonly { readonly scope: Scope; readonly [key: string]: unknown }[];

/** Checks a page in both schemes and widths: axe finds nothing, and nothing is wider than the screen. */
export async function expectFineLook(page: Page, name: string): Promise<void> {
  for (const { scheme, width, scope } of looks) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setViewport({ width, height: 800 });
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${name}-${scheme}-${width}.png`) });
    const findings = await findingsOn(page, scope);
    expect({ name, scheme, width, findings }).toEqual({ name, scheme, width, findings: [] });
    const [all, visible] = (await page.evaluate(
      "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
    )) as [number, number];
    expect({ name, width, all }).toEqual({ name, width, all: visible });
  }
}
