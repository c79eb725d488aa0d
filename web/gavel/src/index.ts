export * from "./types.js";
export { Engine, Session, Table } from "./engine.js";
export { Gavel, RemoteSession, RemoteTable, type WorkerLike } from "./client.js";
