/**
 * When a file is uploaded: what a file names must be there before the file itself.
 *
 * - `named`: its name changes with its content, so that nothing that is live names it yet
 * - `other`: scripts, styles and data under fixed names, which may name those
 * - `page`: what browsers load first
 * - `worker`: service workers and their lists, which load pages again as soon as they change
 */
export const uploadStages = ["named", "other", "page", "worker"] as const;

export type UploadStage = (typeof uploadStages)[number];

/** Folders in which frameworks put files whose names, or those of their folders, change with the build. */
const namedFolder = /(^|\/)(_next\/static|_app\/immutable|_astro|_nuxt)\//;
const hash = /[-._~]([A-Za-z0-9_-]{8,})(\.[A-Za-z0-9]+)+$/;
const worker = /(^|\/)([\w-]*[-_.])?(sw|service-?worker|ngsw(-worker)?)(\.[\w-]+)?\.(js|mjs|json)$/i;

/** The stage of a file. */
export function uploadStageOf(key: string): UploadStage {
  if (/\.html?$/i.test(key)) return "page";
  if (worker.test(key)) return "worker";
  return namedFolder.test(key) || isHash(hash.exec(key)?.[1]) ? "named" : "other";
}

/** Words have no digits, and are not written in both cases. */
const isHash = (text = ""): boolean => /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text));
