import { testLesson } from "../lesson";

testLesson({
  name: "10-thousand-nodes/thousand-nodes",
  exercises: 12,
  points: [32, 10],
  conclusions: 2,
  guesses: 10,
  isTidy: true,
});
