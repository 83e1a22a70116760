import { testLesson } from "../lesson";

testLesson({ name: "10-thousand-nodes/thousand-nodes", exercises: 10, points: [28, 10], conclusions: 2, guesses: 8 });
