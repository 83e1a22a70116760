import { testLesson } from "../lesson";

testLesson({ name: "06-prediction/prediction", exercises: 7, points: [23, 10], conclusions: 2, guesses: 7 });
