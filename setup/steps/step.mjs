// @ts-check
/**
 * Where set-up gets packages from.
 * @typedef {object} Sources
 * @property {string} [from] a folder made by `./workbook setup --download`, instead of the network
 */

/**
 * One thing that set-up makes.
 * @typedef {object} Step
 * @property {string} title its name for people
 * @property {Step[]} after the steps that must be done before it can be looked at or made
 * @property {() => boolean} done whether it exists and its sources have not changed since; writes nothing
 * @property {() => void} [check] throws when a tool that it needs is missing, before anything is downloaded
 * @property {(sources: Sources) => Promise<void>} run makes it; can be interrupted at any point and run again
 */

export {};
