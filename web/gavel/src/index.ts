export * from "./types.js";
export { Engine, Session } from "./engine.js";
export { Gavel, RemoteSession, type WorkerLike } from "./client.js";
