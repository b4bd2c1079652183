import { type ErrorTexts, type Fail, failWith } from "../../../facts/errors/error";
import { listOf, show } from "../../../facts/errors/words";
import { coreTexts } from "../../core/errors";

/** Texts about sites with a server. */
export const siteServerTexts = {
  "site-framework-unknown": ({ folder, known }: { folder: string; known: readonly string[] }) => ({
    problem: `is not given, and the package.json of ${show(folder)} names no framework that is known.`,
    remedy: `Known frameworks: ${listOf(known, 0)}. Write one, or for a folder of files framework: "static".`,
  }),
  "site-server-none": ({ framework }: { framework: string }) => ({
    problem: `has no default for the framework ${show(framework)}, which builds no server.`,
    remedy:
      'Write the file that starts the server: server: { entry: "server.js" }. For files only, leave it out.',
  }),
  "site-server-missing": (facts: {
    file: string;
    setting: string | undefined;
    exported: string | undefined;
  }) => ({
    problem: `needs ${show(facts.file)}, which does not exist after the build.`,
    remedy: [
      facts.setting === undefined ? "Write the file that the build makes." : `Set ${facts.setting}.`,
      ...(facts.exported === undefined
        ? []
        : [
            `The build has made files in ${show(facts.exported)}. For a site of these files only: server: false,`,
            `or a StaticSite with buildOutput: ${show(facts.exported)}.`,
          ]),
    ].join(" "),
  }),
  "site-server-bundle-failed": ({ file, errors }: { file: string; errors: string }) => ({
    problem: `leads to ${show(file)}, which cannot be bundled:\n${errors}`,
    remedy: "Install the packages that it imports, or let the framework bundle them itself.",
  }),
  "site-server-native": ({ file, errors }: { file: string; errors: string }) => ({
    problem: `leads to ${show(file)}, which imports native code (.node), which is built for one system and cannot be bundled:\n${errors}`,
    remedy:
      "Import a package of JavaScript or WebAssembly instead, or do the work in a Function with nodejs.install, which installs the package for Lambda.",
  }),
  "site-server-too-large": ({ bytes, limit }: { bytes: number; limit: number }) => ({
    problem: `makes a package of ${bytes} bytes; Lambda accepts ${limit}.`,
    remedy:
      "Remove packages that the server does not use, or move large files to the public folder of the framework.",
  }),
  "site-server-needed": ({ because }: { because: string }) => ({
    problem: `is for the server of the site, but ${because}.`,
    remedy: "Leave it out, or let the site have a server.",
  }),
  "site-next-revalidation": ({ route, seconds }: { route: string; seconds: number }) => ({
    problem: `builds ${show(route)}, which Next.js renders again every ${seconds} seconds. Each instance of the function would keep its own page.`,
    remedy:
      'Let CloudFront keep it: render it for each request (dynamic = "force-dynamic") with the header Cache-Control: s-maxage. Or set cacheHandler in next.config to a cache that all instances share.',
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...siteServerTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
