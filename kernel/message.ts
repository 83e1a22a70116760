import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** The header of a Jupyter message, protocol 5.3. */
export interface Header {
  msg_id: string;
  msg_type: string;
  session: string;
  username: string;
  date: string;
  version: string;
}

/** One message of the Jupyter protocol, in either direction. */
export interface Message {
  /** ZeroMQ's routing prefix: the client's identity, or the topic of a published message. */
  identities: Buffer[];
  header: Header;
  /** The header of the request that this message answers; empty for a request. */
  parent: Header | Record<string, never>;
  content: Record<string, unknown>;
}

const delimiter = Buffer.from("<IDS|MSG>");

/**
 * Reads the frames of a message and checks its signature.
 * @throws when the frames are no Jupyter message, or are signed with another key.
 */
export function decode(frames: Buffer[], key: string): Message {
  const delimiterIndex = frames.findIndex((frame) => frame.equals(delimiter));
  if (delimiterIndex < 0 || frames.length < delimiterIndex + 6)
    throw new Error(`a Jupyter message of ${frames.length} frames has no delimiter`);
  const [signature, header, parent, metadata, content] = frames.slice(delimiterIndex + 1);
  if (key !== "") {
    const expected = Buffer.from(sign([header, parent, metadata, content], key));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw new Error("a Jupyter message carries a wrong signature");
    }
  }
  return {
    identities: frames.slice(0, delimiterIndex),
    header: JSON.parse(header.toString()) as Header,
    parent: JSON.parse(parent.toString()) as Header,
    content: JSON.parse(content.toString()) as Record<string, unknown>,
  };
}

/** The frames of a message, signed. */
export function encode(message: Message, key: string): Buffer[] {
  const parts = [message.header, message.parent, {}, message.content].map((part) => Buffer.from(JSON.stringify(part)));
  const signature = Buffer.from(key === "" ? "" : sign(parts, key));
  return [...message.identities, delimiter, signature, ...parts];
}

/** A message that answers `request` or reports on it. */
export function respond(request: Message, type: string, content: Record<string, unknown>, topic?: string): Message {
  return {
    identities: topic === undefined ? request.identities : [Buffer.from(topic)],
    header: {
      msg_id: randomUUID(),
      msg_type: type,
      session: request.header.session,
      username: request.header.username,
      date: new Date().toISOString(),
      version: "5.3",
    },
    parent: request.header,
    content,
  };
}

function sign(parts: Buffer[], key: string): string {
  const hash = createHmac("sha256", key);
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
