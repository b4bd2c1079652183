import type { Command } from "commander";
import type { DocsOutput } from "../docs/search";
import type { GlobalOptions } from "../project";

/** `serverform docs <words>`: searches the documents of the package. */
export function declareDocs(program: Command): void {
  program
    .command("docs")
    .argument("<words...>", "what to search for, for example jwt authorizer audience")
    .description("search the documents that come with this version, offline")
    .option("--json", "print a JSON object with the sections; other text goes to stderr")
    .action(async (words: readonly string[], _options: object, command: Command) => {
      await searchAndPrint(words, command.optsWithGlobals());
    });
}

async function searchAndPrint(words: readonly string[], options: GlobalOptions): Promise<void> {
  const { Terminal } = await import("../ui/terminal.js");
  const { printSections, searchDocuments } = await import("../docs/search.js");
  const terminal = new Terminal(options);
  const sections = await searchDocuments(words);
  if (options.json === true) terminal.data(JSON.stringify({ sections } satisfies DocsOutput));
  else printSections(terminal, sections);
}
