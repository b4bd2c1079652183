export { NextjsSite } from "./nextjs-site";
