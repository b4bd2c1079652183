import { type FormField, field, form, links, type PageContent } from "./layout";

export interface SignUpView {
  readonly action: string;
  readonly token: string;
  readonly fields: readonly FormField[];
  readonly problem?: string | undefined;
  readonly loginUrl: string;
}

export function signUpPage({ action, token, fields, problem, loginUrl }: SignUpView): PageContent {
  const inside = `${fields.map(field).join("\n")}\n<button>Sign up</button>`;
  return {
    title: "Create an account",
    problem,
    body: form(action, token, inside) + links([["Already have an account? Sign in", loginUrl]]),
  };
}
