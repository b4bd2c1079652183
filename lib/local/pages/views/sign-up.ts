import { type FormField, field, form, links, type PageContent, type SentForm } from "./layout";

interface SignUpView extends SentForm {
  readonly fields: readonly FormField[];
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
