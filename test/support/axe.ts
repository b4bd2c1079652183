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

/** What axe looks at: everything; the colours of one element of each look; or everything, and colours only so. */
export type Scope = "everything" | "colours" | "everything, colours once";

const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * Elements with a text, one for each look: tag, colour, ground and font. Comparing colours is the larger part of the work of axe, and
 * most texts of a list or a table look the same. Those that are in sight come first, since axe sees no others.
 */
const looks = `(() => {
  const groundOf = (each) => {
    const { backgroundColor: ground } = getComputedStyle(each);
    return ground === "rgba(0, 0, 0, 0)" && each.parentElement !== null ? groundOf(each.parentElement) : ground;
  };
  const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
  const isInSight = (each) => {
    const { top, left, bottom, right } = each.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  };
  const all = [...document.querySelectorAll("body *")].filter((each) => each.getClientRects().length > 0);
  const texts = all.filter((each) => hasText(each) || each.matches("input, select, textarea"));
  const found = new Map();
  for (const each of [...texts.filter(isInSight), ...texts]) {
    const { color, fill, opacity, fontSize, fontWeight } = getComputedStyle(each);
    const look = [each.tagName, color, fill, opacity, fontSize, fontWeight, groundOf(each)].join();
    if (!found.has(look)) found.set(look, each);
  }
  return [...found.values()];
})()`;

/** The findings of axe about a page as it is now: one line for each element. */
export async function findingsOn(page: Page, scope: Scope = "everything"): Promise<readonly string[]> {
  if (scope === "everything, colours once")
    return [
      ...(await run(page, "document", { rules: withoutColours })),
      ...(await findingsOn(page, "colours")),
    ];
  if (scope === "everything") return run(page, "document", {});
  return run(page, `{ include: ${looks} }`, { runOnly: colourRules });
}

const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

async function run(page: Page, context: string, options: object): Promise<readonly string[]> {
  if (source === undefined) throw new Error("axe is not installed");
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  // The rules that read style sheets for themselves are experiments.
  const found = (await page.evaluate(
    `axe.run(${context}, ${JSON.stringify({ resultTypes: ["violations"], preload: false, ...options })}).then(({ violations }) => violations)`,
  )) as readonly Found[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
