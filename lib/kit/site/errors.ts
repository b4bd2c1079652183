import { type ErrorTexts, type Fail, failWith, type Problem, problemWith } from "../../facts/errors/error";
import { listOf, show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";

/** Texts about sites. */
export const siteTexts = {
  "site-path-missing": ({ value, absolute }: { value: string; absolute: string }) => ({
    problem: `is ${show(value)}, but there is no folder ${absolute}.`,
    remedy: "Write the folder of the site, relative to the folder of cdktf.json.",
  }),
  "site-output-outside": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not below the folder of the site.`,
    remedy: 'Write a folder relative to path: buildOutput: "dist".',
  }),
  "site-build-failed": ({ command, exit, lines }: { command: string; exit: string; lines: string }) => ({
    problem: `is ${show(command)}, which ${exit}.${lines === "" ? " It printed nothing." : ` Its last lines:\n  ${lines}`}`,
    remedy: "Correct what it reports, or the command.",
  }),
  "site-build-script-missing": ({ folder }: { folder: string }) => ({
    problem: `is missing, and ${folder} has no package.json with a script "build".`,
    remedy: 'Add the script, or write the command: buildCommand: "npx vite build".',
  }),
  "site-output-missing": ({ absolute, command }: { absolute: string; command: string | undefined }) => ({
    problem: `leads to ${absolute}, which does not exist${command === undefined ? "" : ` after ${show(command)}`}.`,
    remedy: "Write the folder that the build makes.",
  }),
  "site-output-empty": ({ absolute }: { absolute: string }) => ({
    problem: `leads to ${absolute}, which has no files.`,
    remedy: "Write the folder that the build makes, or build the site first.",
  }),
  "site-page-missing": ({ value, files }: { value: string; files: readonly string[] }) => ({
    problem: `is ${show(value)}, but the site has no such file.`,
    remedy:
      files.length === 0
        ? `Add it, or write the folder that contains it as buildOutput.`
        : `Write one of the pages of the site: ${listOf(files.slice(0, 8), Math.max(0, files.length - 8))}.`,
  }),
  "site-file-secret": ({ file }: { file: string }) => ({
    problem: `contains ${show(file)}, which may hold secrets. Everyone could read it.`,
    remedy: "Write the folder with the built files as buildOutput, or remove the file from it.",
  }),
  "site-file-link": ({ file, target }: { file: string; target: string }) => ({
    problem: `contains ${show(file)}, a link to ${show(target)} outside of the folder.`,
    remedy: "Replace the link by the file, or link to a file in the folder.",
  }),
  "site-file-too-large": ({ file, bytes, limit }: { file: string; bytes: number; limit: number }) => ({
    problem: `contains ${show(file)} of ${bytes} bytes; ${limit} can be uploaded.`,
    remedy: "Upload it to a Bucket by other means, and link to it from there.",
  }),
  "site-file-name-too-long": ({ file, bytes, limit }: { file: string; bytes: number; limit: number }) => ({
    problem: `contains ${show(file)}, whose path has ${bytes} bytes; S3 allows ${limit}.`,
    remedy: "Shorten the path.",
  }),
  "site-file-not-text": ({ file }: { file: string }) => ({
    problem: `matches ${show(file)}, which is not text in UTF-8, so that nothing can be replaced in it.`,
    remedy: "Write a pattern that matches text files only.",
  }),
  "site-route-pattern": (_: object) => ({
    problem: "is not a path pattern of CloudFront.",
    remedy: `Begin it with a slash: "/api/*". It may have up to 255 letters, digits and the characters _-.*$/~"'@:+&?.`,
  }),
  "site-route-hides-site": ({ page }: { page: string }) => ({
    problem: `matches ${show(page)}, a page of the site, which could no longer be reached.`,
    remedy: 'Write a pattern for the paths of the API only: "/api/*".',
  }),
  "site-route-overlap": ({ other }: { other: string }) => ({
    problem: `and routes[${JSON.stringify(other)}] match some of the same paths, and neither is more specific.`,
    remedy: "Change one of them, so that a path matches only one, or that one pattern contains the other.",
  }),
  "site-route-unreachable": ({ api, because }: { api: string; because: string }) => ({
    problem: `leads to ${api}, which CloudFront cannot reach: it ${because}.`,
    remedy: "Give the API a public default endpoint, and restrict it by an authorizer.",
  }),
  "site-routes-error-page": ({ value }: { value: string }) => ({
    problem: `is ${show(value)} together with routes. CloudFront would answer errors of the APIs with that page, too.`,
    remedy:
      "Leave it out: paths without a file extension then get the index page. Or give the API a domain of its own. If APIs may be answered so, write cdk.distribution.customErrorResponse.",
  }),
  "site-file-options-needed": ({ key }: { key: string }) => ({
    problem: `has no ${key}.`,
    remedy: 'Write { exclude: "*", include: "*.pdf", cacheControl: "max-age=3600" }.',
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...siteTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);

/** Makes an error without throwing it. */
export const problem: Problem<typeof texts> = problemWith(texts);
