/** The course for readers: its website, and the README's pictures. */
export { buildBook } from "./site";
export { makePictures } from "./pictures";
