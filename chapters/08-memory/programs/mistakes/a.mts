// Says whether a device with 40 GB can train a GPT of 1.5 billion weights: in float32, with AdamW and checkpoints.
const parameters = 1.5e9;
const activations = 12e9; // bytes

const weights = 4 * parameters;
const gradients = 4 * parameters;
const moments = 2 * 4 * parameters;
const master = 4 * parameters; // the copy that AdamW updates
const bytes = weights + gradients + moments + master + activations;
console.log(bytes <= 40e9 ? "It fits." : "It does not fit.");
