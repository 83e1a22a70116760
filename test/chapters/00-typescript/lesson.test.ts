import { testLesson } from "../lesson";

testLesson({ name: "00-typescript/typescript", exercises: 3, points: [6, 0], conclusions: 0, guesses: 1, slides: [] });
