import { uploadStageOf } from "../../../../lib/kit/site/files/upload-order";

describe("the stage in which a file of a site is uploaded", () => {
  test.each([
    ["assets/index-BkXzQwEr.js", "named"],
    ["assets/index-4f3e2a1b.chunk.css", "named"],
    ["static/media/logo.1a2b3c4d5e.svg", "named"],
    ["_next/static/build/_buildManifest.js", "named"],
    ["docs/_astro/a.css", "named"],
    ["assets/my-component.js", "other"],
    ["config.js", "other"],
    ["robots.txt", "other"],
    ["app-1a2b.js", "other"],
    ["index.html", "page"],
    ["docs/a-4f3e2a1b.htm", "page"],
    ["sw.js", "worker"],
    ["app/firebase-messaging-sw.js", "worker"],
    ["service-worker.js", "worker"],
    ["ngsw.json", "worker"],
    ["answer.js", "other"],
  ] as const)("%s: %s", (key, stage) => {
    expect(uploadStageOf(key)).toBe(stage);
  });
});
