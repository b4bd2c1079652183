import { answer, type Handler } from "./answer";
import { documents } from "./documents";
import { settings } from "./settings";

const all = new Map(Object.entries(documents(settings)));

export const handler: Handler = async ({ pathParameters }) => {
  const document = all.get(pathParameters?.document ?? "");
  return document === undefined ? answer(404, { message: "Not Found" }) : answer(200, document);
};
