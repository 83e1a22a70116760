import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { describeTask, type Member } from "./cluster";

/** One process's part in the meeting of a training's processes. */
export interface Meeting {
  /** Tells this training from others on the same nodes. It is no secret. */
  job: string;
  /** Known only to the processes of the training. If it is "", whoever knows `job` can take part. */
  secret: string;
  task: number;
  tasks: number;
  /** The chief's host name, which every process can look up. */
  chiefHost: string;
  /** This process's host, and the IPv4 address by which the others reach it. */
  host: string;
  hostAddress: string;
  /** The IPv4 address on which this process's TensorFlow will listen. */
  listenOn: string;
  timeoutSeconds: number;
  /** All members, if `TF_CONFIG` gives their addresses. The chief then waits on its own port. */
  given?: readonly Member[];
}

const memberSchema = z.object({ host: z.string().max(300), address: z.string().max(300) });
const proof = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A task's first message to the chief. The chief repeats the random nonce, so an old answer cannot be replayed. The port is the one at
 * which the task says this, so whoever hears it on another port cannot pass it on to the chief.
 */
export const helloSchema = z.object({
  proof,
  content: z.object({
    nonce: z.string(),
    port: z.number(),
    task: z.number().int().nonnegative(),
    member: memberSchema,
  }),
});
export type Hello = z.infer<typeof helloSchema>;

/**
 * A task's second message, with the challenge of the chief's first answer: whoever listened on the chief's port before the chief can
 * repeat the hello, but not this.
 */
export const returnSchema = z.object({ proof, content: z.object({ challenge: z.string(), port: z.number() }) });

/** The chief's message to a task that it has heard: first a challenge, later who all members are, or which tasks have not come. */
export const answerSchema = z.object({
  proof,
  content: z.object({
    nonce: z.string(),
    challenge: z.string().optional(),
    members: z.array(memberSchema).optional(),
    missing: z.array(z.number().int()).optional(),
  }),
});
export type Answer = z.infer<typeof answerSchema>["content"];

/** The chief's message to a caller whom it does not take for a task, and why not. Everybody can say this. */
export const refusalSchema = z.object({ refused: z.enum(["unknown", "taken"]) });
export type Refusal = z.infer<typeof refusalSchema>["refused"];

/** The longest line that is read, in characters: a hello has one member, an answer has all. */
export const longest = { hello: 2_000, answer: 1_000_000 };

/** Proves that a message's sender knows the meeting and its secret. The secret is never sent, since anybody may listen on a port. */
function proofOf({ job, secret, tasks, given }: Meeting, content: object): string {
  const addresses = given ? ` ${given.map(({ address }) => address).join(" ")}` : "";
  return createHmac("sha256", `${secret} ${job} ${tasks}${addresses}`).update(JSON.stringify(content)).digest("hex");
}

export const isProven = (meeting: Meeting, message: { proof: string; content: object }): boolean =>
  timingSafeEqual(Buffer.from(message.proof), Buffer.from(proofOf(meeting, message.content)));

export const lineOf = (meeting: Meeting, content: object): string =>
  `${JSON.stringify({ proof: proofOf(meeting, content), content })}\n`;

// Below the range from which Linux takes the ports of outgoing connections (32768 and up).
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const CANDIDATES = 8;

/** The ports on which the chief may wait. */
export function candidates({ job, tasks, given }: Meeting): number[] {
  if (given) return [portOf(given[0])];
  const start = createHash("sha256").update(`${job} ${tasks}`).digest().readUInt32BE();
  return Array.from({ length: CANDIDATES }, (_, index) => FIRST_PORT + ((start + index * 997) % PORTS));
}

export const portOf = ({ address }: Member): number => Number(address.split(":")[1]);

/** Tasks as the middle of a sentence names them. */
export function namesOf({ given }: Meeting, tasks: readonly number[]): string {
  if (given) return tasks.map((task) => describeTask(given, task)).join(" and ");
  return `${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
}

/** The error of a meeting to which some tasks did not come. */
export function absence(meeting: Meeting, missing: readonly number[]): Error {
  return new Error(
    `Of ${meeting.tasks} tasks, ${namesOf(meeting, missing)} did not come within ${meeting.timeoutSeconds} s: look at their ` +
      "output, and whether all nodes can reach each other.",
  );
}
