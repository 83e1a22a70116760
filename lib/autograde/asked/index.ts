export { ANSWERS, answer, answerSchema, type Answer, type Question } from "./answer";
export { decode, encode } from "./value";
