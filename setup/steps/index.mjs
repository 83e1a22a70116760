// @ts-check
import { addon } from "./addon.mjs";
import { build } from "./build.mjs";
import { kernel } from "./kernel.mjs";
import { npmPackages } from "./npm-packages.mjs";
import { plotly } from "./plotly.mjs";
import { pythonEnvironment } from "./python-environment.mjs";
import { tensorflow } from "./tensorflow.mjs";

/**
 * What set-up makes; each comes after those that it needs.
 * @type {import("./step.mjs").Step[]}
 */
export const steps = [npmPackages, pythonEnvironment, tensorflow, addon, kernel, build, plotly];
