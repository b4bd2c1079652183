import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about ReactStaticSite. */
export const reactStaticSiteTexts = {
  "site-react-variable": ({ key }: { key: string }) => ({
    problem: `is a variable that Create React App does not pass to pages: ${show(key)}.`,
    remedy: `Begin its name with REACT_APP_: ${show(`REACT_APP_${key}`)}.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...reactStaticSiteTexts };

export const fail: Fail<typeof texts> = failWith(texts);
