declare module "*/engine.mjs" {
  const factory: (module: object) => Promise<unknown>;
  export default factory;
}
