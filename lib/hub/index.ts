export { testAccountsFile, usualTestAccounts, type TestAccount } from "./accounts";
export { hubFolder } from "./folder";
export { openAnswersNote } from "./installation";
export { whyNoHub } from "./refusals";
export { serveHub } from "./serve";
export { hubSettings, type HubOverrides, type HubSettings } from "./settings";
export { startHub, type Hub, type HubOptions } from "./start";
export { hubStatus, hubStatusText, type HubStatus, type ServerStatus } from "./status";
export { stopHub } from "./stop";
