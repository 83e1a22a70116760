// @ts-check
/**
 * Where set-up may take things from.
 * @typedef {object} Sources
 * @property {string} [from] a folder made by `./workbook setup --download`, instead of the network
 */

/**
 * One thing that set-up makes.
 * @typedef {object} Step
 * @property {string} title what a person reads
 * @property {Step[]} after the steps that must be done before it can be looked at or made
 * @property {() => boolean} done whether it stands and is made from today's sources; writes nothing
 * @property {() => void} [check] throws when a tool it needs is missing, before anything is downloaded
 * @property {(sources: Sources) => Promise<void>} run makes it; can be interrupted at any point and run again
 */

export {};
