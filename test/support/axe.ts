import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { packagesOf } from "./packages";

const modules = packagesOf("axe");
const source = modules === undefined ? undefined : readFileSync(join(modules, "axe-core/axe.min.js"), "utf8");

/** Whether axe is installed. */
export const hasAxe = source !== undefined;

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * The findings of axe about a page as it is now: one line for each element.
 *
 * @param rules - ids of rules. All of them by default
 */
export async function findingsOn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (source === undefined) throw new Error("axe is not installed");
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({
      resultTypes: ["violations"],
      // The rules that read style sheets for themselves are experiments.
      preload: false,
      ...(rules !== undefined && { runOnly: rules }),
    })}).then(({ violations }) => violations)`,
  )) as readonly Found[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
