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

const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * Elements with a text, one for each look: tag, class, parent, colour, ground and font. Comparing colours is the larger part of the work
 * of axe, and most texts of a list or a table look the same. Those that are in sight come first, since axe sees no others.
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
    const names = [each, each.parentElement].flatMap((one) => [one.tagName, one.getAttribute("class")]);
    const look = [...names, color, fill, opacity, fontSize, fontWeight, groundOf(each)].join();
    if (!found.has(look)) found.set(look, each);
  }
  return [...found.values()];
})()`;

/** The findings of axe about a page as it is now: one line for each element. */
export async function findingsOn(page: Page): Promise<readonly string[]> {
  return [...(await run(page, "document", { rules: withoutColours })), ...(await colourFindingsOn(page))];
}

const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

/** The findings about the colours of a page. */
export const colourFindingsOn = (page: Page): Promise<readonly string[]> =>
  run(page, `{ include: ${looks} }`, { runOnly: colourRules });

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
