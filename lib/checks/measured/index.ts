export { contradiction } from "./consistency";
export { lossesOf } from "./losses";
export { ownRecords, ownRecordsIn, standInRecords, type OwnRecord, type OwnRecords } from "./own-records";
