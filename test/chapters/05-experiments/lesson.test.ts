import { testLesson } from "../lesson";

testLesson({ name: "05-experiments/experiments", exercises: 10, points: [23, 10], conclusions: 2, guesses: 7 });
