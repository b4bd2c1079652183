/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typescript, withCompiledLibrary } from "../support/compiled";
import { placesOfLaterChanges } from "../support/plan/second-plan";
import { temporaryFolder } from "../support/stack";
import { cleanEnvironment, root, template } from "./support";

test("the documents are deployed from their pages, with a page for missing paths", () => {
  const project = temporaryFolder();
  cpSync(join(root, "examples/docs"), join(project, "examples/docs"), { recursive: true });
  const pages = join(project, "docs/site/dist");
  mkdirSync(pages, { recursive: true });
  for (const page of ["index.html", "tutorial.html", "404.html"]) writeFileSync(join(pages, page), page);

  const output = join(project, "out");
  execFileSync(process.execPath, [...typescript, "main.ts"], {
    cwd: join(project, "examples/docs"),
    env: { ...cleanEnvironment(), ...withCompiledLibrary(), CDKTF_OUTDIR: output },
    stdio: ["ignore", "pipe", "pipe"],
  });

  const docs = template(output, "dev-docs-Docs");
  expect(placesOfLaterChanges(docs)).toEqual([]);
  const { resource } = docs;
  const [distribution] = Object.values(resource.aws_cloudfront_distribution ?? {});
  expect(distribution).toMatchObject({
    default_root_object: "index.html",
    custom_error_response: expect.arrayContaining([
      expect.objectContaining({ error_code: 404, response_code: 404, response_page_path: "/404.html" }),
    ]),
  });
});
