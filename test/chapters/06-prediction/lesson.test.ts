import { testLesson } from "../lesson";

const slide = { deck: "prediction", figures: 1, points: 5 };
testLesson({
  name: "06-prediction/prediction",
  exercises: 7,
  points: [23, 10],
  conclusions: 2,
  guesses: 7,
  slides: [slide, slide],
  isTidy: true,
});
