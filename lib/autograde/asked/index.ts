export { ANSWERS, answer, answerSchema, questionsSchema, type Answer, type Question } from "./answer";
export { decode, encode, type Encoded } from "./value";
