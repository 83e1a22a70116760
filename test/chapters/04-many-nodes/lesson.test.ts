import { testLesson } from "../lesson";

testLesson({ name: "04-many-nodes/many-nodes", exercises: 11, points: [33, 10], conclusions: 2, guesses: 11 });
