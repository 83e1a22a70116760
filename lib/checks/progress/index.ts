export { guide, scored, type Hints, type Shown } from "./guide";
