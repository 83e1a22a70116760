import { testLesson } from "../lesson";

const slide = { deck: "experiments", figures: 1, points: 5 };
testLesson({
  name: "05-experiments/experiments",
  exercises: 10,
  points: [23, 10],
  conclusions: 2,
  guesses: 8,
  slides: [slide, slide],
  isTidy: true,
});
