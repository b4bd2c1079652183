export { Auth } from "./auth";
export type { AuthAttachProps, AuthProps } from "./props";
