/** The construct that contains the objects of a site. */
export const filesScope = "Files";

/** The id of the object of a file. A slash would become two dashes, which another file may have in its name. */
export const objectId = (key: string): string => encodeURIComponent(key);
