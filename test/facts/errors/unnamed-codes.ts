/** Error codes that no test names yet. Remove one when a test throws it and names it. */
export const unnamedCodes: readonly string[] = [
  "against-no-app",
  "build-folder-busy",
  "init-choice-unknown",
  "init-name-invalid",
  "init-package-unusable",
  "init-package-of-other-cdk",
  "init-install-failed",
  "local-history-invalid",
];
