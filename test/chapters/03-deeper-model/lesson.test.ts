import { testLesson } from "../lesson";

const slideOf = (task: string, figures: number) => ({ deck: `task-${task}`, figures, points: 4 });
testLesson({
  name: "03-deeper-model/deeper-model",
  exercises: 14,
  points: [37, 16],
  conclusions: 4,
  guesses: 13,
  isTidy: true,
  seenInFigures: ["guessedFigures"],
  slides: [slideOf("10.6", 4), slideOf("10.7", 4), slideOf("10.7", 2), slideOf("10.7", 1)],
});
